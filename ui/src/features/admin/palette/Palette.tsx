import { Command } from "cmdk";
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { Dialog } from "../../../components/Dialog";
import { paths, staffClientPage } from "../../../paths";
import { toldOf, toProjects } from "../address";
import { clientsKey, projectsKey, useStaffQuery, type ClientsPage, type ProjectsPage } from "../api";
import { FoundBy } from "../clients/FoundBy";
import { actsHere, beginsWith, type Opens } from "./beginsWith";
import * as css from "./Palette.module.css";

const shown = 6;
const pauseMs = 150;

/** Where else to go; `words` find it, too. */
const pages = [
  { label: "Dashboard", to: paths.adminDashboard, words: "attention today counts" },
  { label: "Clients", to: paths.adminClients, words: "people" },
  { label: "Documents", to: paths.adminDocuments, words: "files uploads" },
  { label: "Appointments", to: paths.adminAppointments, words: "calendar times consultations" },
  { label: "Projects", to: toProjects, words: "list" },
  { label: "Unfinished bookings", to: `${paths.adminDashboard}?view=unfinished`, words: "drafts abandoned" },
  { label: "Enquiries", to: `${paths.adminDashboard}?view=enquiries`, words: "questions answer" },
  { label: "Money", to: `${paths.adminDashboard}?view=money`, words: "payments invoices income" },
  { label: "Promises", to: `${paths.adminDashboard}?view=promises`, words: "kept" },
  { label: "Awaited transfers", to: `${paths.adminDashboard}?waiting=transfers`, words: "bank money payments" },
];

/** `onReady`: from now on its own field takes what is typed. */
type Props = { typed: string; onTyped: (typed: string) => void; onReady: () => void; onClose: () => void; onOpen: (what: Opens) => void };

/** Finds people, projects, pages and acts as staff type; the arrows choose, Enter goes there. */
export default function Palette({ typed, onTyped, onReady, onClose, onOpen }: Props) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const ready = useRef(onReady);
  // Once the dialog is shown: that puts the focus on its first button.
  useEffect(() => {
    input.current?.focus();
    ready.current();
  }, []);
  const words = useDeferredValue(usePaused(typed.trim()));
  const asked = words.length > 1;
  const people = useFound<ClientsPage>(asked ? clientsKey({ search: words, page: 1 }) : null);
  const projects = useFound<ProjectsPage>(asked ? projectsKey({ search: words, page: 1 }) : null);
  // All at once: what came first must not be chosen before what stands first.
  const [person] = (projects.data && people.data?.items) ?? [];
  const [project] = (people.data && projects.data?.items) ?? [];
  const [, number] = /^hpm[- ]?0*(\d+)(?:-\d+)?$/i.exec(words) ?? [];
  // Whoever types a reference looks for the project: it stands before whose it is.
  const named = people.data && projects.data?.items.find(({ reference }) => reference === `HPM-${number}`);
  const acts = actsHere.map(({ opens, ...act }) => ({ ...act, run: () => onOpen(opens) }));
  const ahead = acts.filter((each) => beginsWith(each, typed));
  const likeliest = asked && ahead[0] ? `act ${ahead[0].label}` : named ? `project ${named.projectId}` : person ? `client ${person.id}` : project ? `project ${project.projectId}` : "";
  const [chosen, setChosen] = useState({ of: "", value: "" });
  const of = `${likeliest} ${words}`;
  const matches = ({ label, words: more }: { label: string; words: string }) => `${label} ${more}`.toLowerCase().includes(typed.trim().toLowerCase());
  const waits = typed.trim().length > 1 && (typed.trim() !== words || people.waits || projects.waits);

  function go(to: string) {
    onClose();
    void navigate(to, { state: toldOf(to) });
  }

  const foundProjects = (
    <Group heading="Projects" lines={people.data && projects.data?.items.slice(0, shown)}>
      {({ projectId, reference, name, serviceTitle }) => (
        <Command.Item key={projectId} className={css.item} value={`project ${projectId}`} onSelect={() => go(`${paths.adminDashboard}?project=${projectId}`)}>
          {reference} {name} <span className={css.about}>{serviceTitle}</span>
        </Command.Item>
      )}
    </Group>
  );

  const actsOf = (lines: typeof acts) => (
    <Group heading="Acts" lines={lines}>
      {({ label, run }) => (
        <Command.Item key={label} className={css.item} value={`act ${label}`} onSelect={run}>
          {label}
        </Command.Item>
      )}
    </Group>
  );

  return (
    <Dialog open onClose={onClose} title="Find or do">
      <Command className={css.palette} label="Find or do" shouldFilter={false} value={chosen.of === of || !likeliest ? chosen.value : likeliest} onValueChange={(value) => setChosen({ of, value })} loop>
        <Command.Input ref={input} className={css.input} maxLength={200} value={typed} onValueChange={onTyped} placeholder="Name, phone, HPM-, page or act" />
        <Command.List className={css.list} label="What was found">
          {!waits && <Command.Empty className={css.empty}>{people.failed || projects.failed ? "The server does not answer. Please try again." : "Nothing matches."}</Command.Empty>}
          {waits && <p className={css.empty}>Searching...</p>}
          {actsOf(ahead)}
          {named && foundProjects}
          <Group heading="People" lines={projects.data && people.data?.items.slice(0, shown)}>
            {({ id, name, email, phone, matched }) => (
              <Command.Item key={id} className={css.item} value={`client ${id}`} onSelect={() => go(staffClientPage(id))}>
                {name || "No name yet"} <span className={css.about}>{[email, phone].filter(Boolean).join(" · ")}</span>
                <FoundBy matched={matched} className={css.about} />
              </Command.Item>
            )}
          </Group>
          {!named && foundProjects}
          {actsOf(acts.filter((each) => matches(each) && !ahead.includes(each)))}
          <Group heading="Pages" lines={pages.filter(matches)}>
            {({ label, to }) => (
              <Command.Item key={label} className={css.item} value={`page ${label}`} onSelect={() => go(to)}>
                {label}
              </Command.Item>
            )}
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Group<Line>({ heading, lines, children }: { heading: string; lines: readonly Line[] | undefined; children: (line: Line) => ReactNode }) {
  if (!lines || lines.length === 0) return null;
  return (
    <Command.Group className={css.group} heading={heading}>
      {lines.map(children)}
    </Command.Group>
  );
}

/** What is typed, once nobody has typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function useFound<Page>(key: string | null) {
  const { data, error } = useStaffQuery<Page>(key);
  return { data: key === null ? undefined : data, failed: error !== undefined, waits: key !== null && !data && !error };
}
