import type { PackageId, ServiceId, SiteFacts } from "./facts";

/** What a client buys by its name, as the server names it: a contract review with its package. */
export function boughtAs(site: SiteFacts, service: ServiceId, review: PackageId | null | undefined): string {
  const title = site[`services.${service}.title`];
  return service === "contract_review" && review ? `${title}, ${site[`packages.${review}.title`]}` : title;
}
