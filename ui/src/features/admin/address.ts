import { useLocation, useSearchParams } from "react-router-dom";
import { paths } from "../../paths";

const views = ["projects", "unfinished", "enquiries", "money", "promises"] as const;
export type View = (typeof views)[number];

/** Which consultations are listed: all, or those that wait for a transfer. */
export type Waiting = "" | "transfers";

/** The parts of a record that an address may name, to be open and in sight. */
export type RecordPart = (typeof parts)[number];

/** By what a list is filtered and sorted; "" filters nothing. `client`, `of`: the ids of whose client or project it is. */
export type Filters = Record<(typeof filters)[number], string>;

/** What stands open beside the list: a project's record, or what is none yet ("booking-7"). */
type Beside = { project: number | null; draft: string | null; part: RecordPart | null };

type Change = Partial<Filters & Omit<Beside, "part"> & { part: string | null; view: View; page: number; waiting: Waiting }>;

export type ListAddress = Filters &
  Beside & {
    view: View;
    page: number;
    waiting: Waiting;
    /** This page's address with something changed; the list goes back to its first page with everything but what opens beside it. */
    with: (change: Change) => string;
  };

const parts = ["messages", "documents", "money", "consultation", "notes"] as const;
const dashboardFilters = ["search", "status", "way", "payment", "since", "week", "month", "step", "kind", "kept", "enquiry"] as const;
const filters = [...dashboardFilters, "sort", "show", "type", "client", "of"] as const;
const beside = ["project", "draft", "part"] as const;

/** The dashboard's lists whole. */
export const unfiltered = Object.fromEntries(dashboardFilters.map((name) => [name, ""])) as Record<(typeof dashboardFilters)[number], "">;

/** What a link tells the dashboard that leads to one of its lists, which is out of sight. */
export const toList = { toList: true };
export type Told = Partial<typeof toList> | null;

/** What a link to `address` tells the page. */
export const toldOf = (address: string): typeof toList | null => (address.includes("?view=") ? toList : null);

export const toProjects = `${paths.adminDashboard}?view=projects`;

const defaults: Record<string, string> = { view: "projects", page: "1", sort: "newest" };

function wholeNumber(text: string | null): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The sign-in page that leads back to `address`. */
export function loginFor(address: string): string {
  return `${paths.adminLogin}?${new URLSearchParams({ next: address })}`;
}

/** The staff address that `?next=` asks for, else the dashboard; never another site. */
export function addressAfterLogin(params: URLSearchParams): string {
  const next = params.get("next") ?? "";
  return /^\/admin\/(?!login)[\w/?=&%.+-]*$/.test(next) ? next : paths.adminDashboard;
}

/** What a staff page shows, kept in its address so that a reload, a link and the back button find it again. */
export function useListAddress(): ListAddress {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const chosen = Object.fromEntries(filters.map((name) => [name, params.get(name) ?? defaults[name] ?? ""])) as Filters;
  const view = params.get("view");
  const draft = params.get("draft") ?? "";
  return {
    ...chosen,
    view: views.find((each) => each === view) ?? "projects",
    page: wholeNumber(params.get("page")) ?? 1,
    project: wholeNumber(params.get("project")),
    draft: /^(booking|onboarding)-[1-9]\d{0,14}$/.test(draft) ? draft : null,
    part: parts.find((name) => name === params.get("part")) ?? null,
    waiting: params.get("waiting") === "transfers" ? "transfers" : "",
    with(change) {
      const next = new URLSearchParams(params);
      const opens = beside.some((name) => name in change);
      if (!opens) next.delete("page");
      const whole = opens ? { project: null, draft: null, part: null, ...change } : change;
      for (const [name, value] of Object.entries(whole)) {
        const text = String(value ?? "");
        if (text === "" || text === defaults[name]) next.delete(name);
        else next.set(name, text);
      }
      const query = next.toString();
      return query ? `${pathname}?${query}` : pathname;
    },
  };
}
