/** The only list of addresses. Everything that links, routes or prerenders reads it from here. */
export const paths = {
  home: "/",
  services: "/services",
  about: "/about",
  contact: "/contact",
  onboarding: "/onboarding",
  checkout: "/checkout",
  success: "/success",
  clientPortal: "/client-portal",
  portalConfirm: "/client-portal/confirm",
  portalReset: "/client-portal/reset",
  portalEmail: "/client-portal/email",
  portalProfile: "/client-portal/profile",
  privacy: "/privacy-policy",
  terms: "/terms-conditions",
  contractReview: "/contract-review",
  adminLogin: "/admin/login",
  adminDashboard: "/admin/dashboard",
  adminClients: "/admin/clients",
  adminDocuments: "/admin/documents",
  adminAppointments: "/admin/appointments",
} as const;

/** Any address with a page of its own. */
export type Path = (typeof paths)[keyof typeof paths];

/** `/contact` with the service, and for a contract review the package, already chosen. */
export function contactFor(service: string, reviewPackage?: string): string {
  const query = new URLSearchParams({ service });
  if (reviewPackage) query.set("package", reviewPackage);
  return `${paths.contact}?${query}`;
}

/** `/onboarding` with the service already chosen. */
export function onboardingFor(service: string): string {
  return `${paths.onboarding}?${new URLSearchParams({ service })}`;
}

/** `/checkout` for a project; its `amount` is in dollars, and never charged from here. */
export function checkoutFor(projectId: number, priceCents: number): string {
  return `${paths.checkout}?projectId=${projectId}&amount=${priceCents / 100}`;
}

/** `/success`, naming the project after a checkout. */
export function successFor(projectId?: number): string {
  return projectId === undefined ? paths.success : `${paths.success}?projectId=${projectId}`;
}

/** The page of a client in the back office. */
export function staffClientPage(clientId: number): string {
  return `${paths.adminClients}/${clientId}`;
}

const projectPattern = new RegExp(`^${paths.clientPortal}/projects/HPM-([0-9]{1,18})$`);

/** The page of one of the client's projects. */
export function projectPage(projectId: number): string {
  return `${paths.clientPortal}/projects/HPM-${projectId}`;
}

/** The number in the address of a project's page, null for any other address. */
export function projectNumber(path: string): string | null {
  return projectPattern.exec(path)?.[1] ?? null;
}

/** The client's sign-in, which leads back to a checkout or a booking. */
export function signInFor(address: string): string {
  return `${paths.clientPortal}?${new URLSearchParams({ next: address })}`;
}

/** The checkout or booking that the address of the sign-in asks for, null when it asks for none; never another page or site. */
export function pageAfterSignIn(search: string): string | null {
  const next = new URLSearchParams(search).get("next") ?? "";
  return /^\/(checkout|success)\?[\w=&.]+$/.test(next) ? next : null;
}

/** Groups of pages that never share a document: each has its own bundle, and trackers run in "public" only. */
export type PageGroup = "public" | "payment" | "portal" | "admin";

const portalPages: ReadonlySet<string> = new Set([
  paths.clientPortal,
  paths.portalConfirm,
  paths.portalReset,
  paths.portalEmail,
  paths.portalProfile,
]);

/** Whether a link to an address in a page of `group` changes the route; the others, and all links of public pages, open documents. */
export function isRoute(address: string, group: PageGroup): boolean {
  return group !== "public" && groupOf(address) === group;
}

/** The group that an address belongs to; the query and the fragment do not matter. */
export function groupOf(address: string): PageGroup {
  const path = address.split(/[?#]/, 1)[0] ?? "/";
  if (path.startsWith("/admin/") || path === "/admin") return "admin";
  if (portalPages.has(path) || projectNumber(path)) return "portal";
  if (path === paths.checkout || path === paths.success) return "payment";
  return "public";
}
