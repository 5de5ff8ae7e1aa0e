import { useSearchParams } from "react-router-dom";
import { paths } from "../../paths";

export const statusFilters = [
  { value: "", label: "All" },
  { value: "confirmed", label: "Paid" },
  { value: "awaiting", label: "Awaiting the fee" },
  { value: "draft", label: "Unfinished" },
] as const;

export type StatusFilter = (typeof statusFilters)[number]["value"];

export type View = "bookings" | "enquiries";

/** Which consultations are listed: all, or those that wait for a transfer. */
export type Waiting = "" | "transfers";

type Change = { view?: View; search?: string; status?: string; page?: number; booking?: number | null; waiting?: Waiting };

export type ListAddress = {
  view: View;
  search: string;
  status: StatusFilter;
  page: number;
  /** The booking that is open on the side. */
  booking: number | null;
  waiting: Waiting;
  /** The dashboard's address with something changed; the page goes back to the first with everything but the booking. */
  with: (change: Change) => string;
};

const defaults: Record<string, string> = { view: "bookings", page: "1" };

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

/** What the dashboard shows, kept in its address so that a reload, a link and the back button find it again. */
export function useListAddress(): ListAddress {
  const [params] = useSearchParams();
  const status = statusFilters.find(({ value }) => value === params.get("status"))?.value ?? "";
  return {
    view: params.get("view") === "enquiries" ? "enquiries" : "bookings",
    search: params.get("search") ?? "",
    status,
    page: wholeNumber(params.get("page")) ?? 1,
    booking: wholeNumber(params.get("booking")),
    waiting: params.get("waiting") === "transfers" ? "transfers" : "",
    with(change) {
      const next = new URLSearchParams(params);
      if (!("booking" in change)) next.delete("page");
      for (const [name, value] of Object.entries(change)) {
        const text = String(value ?? "");
        if (text === "" || text === defaults[name]) next.delete(name);
        else next.set(name, text);
      }
      const query = next.toString();
      return query ? `${paths.adminDashboard}?${query}` : paths.adminDashboard;
    },
  };
}
