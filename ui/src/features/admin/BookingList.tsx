import { AppLink } from "../../components/AppLink";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { Skeleton } from "../../components/Skeleton";
import { paths } from "../../paths";
import { statusFilters, useListAddress, type StatusFilter } from "./address";
import { bookingsKey, useStaffQuery, type BookingPage } from "./api";
import * as css from "./BookingList.module.css";
import { BookingRow } from "./BookingRow";
import { Pages, SearchBox } from "./ListTools";
import { LoadProblem } from "./LoadProblem";

const columns = ["Client", "Service", "Status", "Payment", "Files", "Booked"];

/** What the number above the list counts, under each filter. */
const counted: Record<StatusFilter, { one: string; many: string }> = {
  "": { one: "booking, finished or not", many: "bookings, finished or not" },
  confirmed: { one: "booking with the fee", many: "bookings with the fee" },
  awaiting: { one: "booking awaiting the fee", many: "bookings awaiting the fee" },
  draft: { one: "unfinished booking", many: "unfinished bookings" },
};

/** The bookings, newest first, with search, filter and page in the address. */
export function BookingList() {
  const address = useListAddress();
  const { search, status, page } = address;
  const { data, error, mutate, isValidating } = useStaffQuery<BookingPage>(bookingsKey({ search, status, page }), { keepPreviousData: true });

  return (
    <section className={css.bookings} aria-label="Bookings">
      <div className={css.tools}>
        <SearchBox label="Search bookings" placeholder="Name, email, phone, address or HPM-" />
        <nav className={css.filters} aria-label="Filter by status">
          {statusFilters.map(({ value, label }) => (
            <AppLink
              key={value}
              className={css.filter}
              to={address.with({ status: value })}
              aria-current={status === value ? "true" : undefined}
            >
              {label}
            </AppLink>
          ))}
        </nav>
      </div>
      {error ? (
        <LoadProblem what="The bookings" error={error} retry={() => void mutate()} />
      ) : !data ? (
        <div className={css.loading} aria-busy="true">
          <p role="status">Loading...</p>
          <Skeleton shape="field" count={6} />
        </div>
      ) : (
        <div aria-busy={isValidating || undefined}>
          <Pages total={data.total} page={page} pageSize={data.pageSize} {...counted[status]} />
          {data.items.length > 0 ? <Table page={data} openId={address.booking} /> : <Nothing page={data} />}
        </div>
      )}
    </section>
  );
}

/** The roles are written out: rows that are laid out as grids would lose them. */
function Table({ page, openId }: { page: BookingPage; openId: number | null }) {
  return (
    <table className={css.table} role="table" aria-label="Bookings, newest first">
      <thead role="rowgroup" className={css.titles}>
        <tr role="row" className={css.row}>
          {columns.map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {page.items.map((booking) => (
          <BookingRow key={booking.id} booking={booking} open={booking.id === openId} />
        ))}
      </tbody>
    </table>
  );
}

function Nothing({ page }: { page: BookingPage }) {
  const address = useListAddress();
  if (page.total > 0) {
    return (
      <EmptyState action={<ButtonLink variant="secondary" to={address.with({ page: 1 })}>Show the first page</ButtonLink>}>
        There is no page {address.page}.
      </EmptyState>
    );
  }
  if (address.search || address.status) {
    return (
      <EmptyState
        action={
          <ButtonLink variant="secondary" to={address.with({ search: "", status: "" })}>
            Show all bookings
          </ButtonLink>
        }
      >
        No booking matches{address.search ? ` "${address.search}"` : " this filter"}
        {address.search && address.status ? " with this filter" : ""}.
        {address.search && " Who chose a service at once stands in the list of consultations, which this does not search."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <ButtonLink variant="secondary" to={paths.contact}>
          See the booking page
        </ButtonLink>
      }
    >
      No bookings yet. The first one appears here as soon as a visitor begins it.
    </EmptyState>
  );
}
