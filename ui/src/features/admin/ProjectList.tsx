import { unfiltered, useListAddress } from "./address";
import { projectsKey, useStaffQuery, type ProjectsPage } from "./api";
import { ListFrame } from "./ListFrame";
import { ListTable } from "./ListTable";
import { NobodyYet } from "./NobodyYet";
import { ProjectFilters } from "./ProjectFilters";
import * as css from "./ProjectList.module.css";
import { ProjectRow } from "./ProjectRow";

const columns = ["Client", "Service", "Status", "Payment", "Files", "Came"];

/** Every project, whichever way it came, with search, filters, order and page in the address. */
export function ProjectList() {
  const address = useListAddress();
  const { search, status, way, payment, since, week, sort, page } = address;
  const query = useStaffQuery<ProjectsPage>(projectsKey({ search, status, way, payment, since, week, sort, page }), { keepPreviousData: true });
  return (
    <ListFrame
      name="projects"
      placeholder="Name, email, phone, address or HPM-"
      one="project"
      many="projects"
      query={query}
      tools={<ProjectFilters />}
      all={search || status || way || payment || since || week ? address.with(unfiltered) : null}
      nothing={<NobodyYet many="projects" />}
    >
      {({ items }) => (
        <ListTable name="Projects" columns={columns} className={css.projects}>
          {items.map((project) => (
            <ProjectRow key={project.projectId} project={project} open={project.projectId === address.project} />
          ))}
        </ListTable>
      )}
    </ListFrame>
  );
}
