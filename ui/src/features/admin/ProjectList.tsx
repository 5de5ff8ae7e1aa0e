import { unfiltered, useListAddress } from "./address";
import { projectsKey, useStaffQuery, type ProjectsPage } from "./api";
import { ListFrame } from "./ListFrame";
import { ListTable } from "./ListTable";
import { NobodyYet } from "./NobodyYet";
import { ProjectFilters } from "./ProjectFilters";
import * as css from "./ProjectList.module.css";
import { ProjectRow } from "./ProjectRow";
import { usePhone } from "./usePhone";

const shownOnPhone = 8;
const columns = ["Client", "Service", "Status", "Payment", "Files", "Came"];

/** Every project, whichever way it came, with search, filters, order and page in the address. */
export default function ProjectList() {
  const address = useListAddress();
  const phone = usePhone();
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
      few={phone ? shownOnPhone : undefined}
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
