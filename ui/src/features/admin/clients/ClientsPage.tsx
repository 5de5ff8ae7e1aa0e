import { Suspense, useState } from "react";
import { PROJECT_STATUSES } from "../../../api/statuses.gen";
import { Button } from "../../../components/Button";
import { lazily } from "../../../lazily";
import { useListAddress } from "../address";
import { clientsKey, useStaffQuery, type ClientsPage as Page } from "../api";
import { ListFilters, orderChoice } from "../ListFilters";
import { ListFrame } from "../ListFrame";
import { ListTable } from "../ListTable";
import { NobodyYet } from "../NobodyYet";
import { RecordFrame } from "../RecordFrame";
import { StaffHead } from "../StaffHead";
import { ClientRow } from "./ClientRow";
import * as css from "./ClientsPage.module.css";
import { ColumnChoice } from "./ColumnChoice";
import { columns, useColumns } from "./columns";
import { useRowOfReturn } from "./useRowOfReturn";

const BeginDialog = lazily(() => import("./BeginDialog"));

// Of a project that is paid the rows say "To be scheduled": both are found together here.
const statusChoices = PROJECT_STATUSES.map(({ value, label }) => ({ value, label: value === "inquiry" ? `${label}, or to be scheduled` : label }));

/** Every client, found as staff type, with search, filter, order and page in the address. */
export default function ClientsPage() {
  const address = useListAddress();
  const { search, status, sort, page } = address;
  // What is likeliest comes first while somebody searches, unless they choose an order.
  const order = sort === "newest" ? "best" : sort;
  const query = useStaffQuery<Page>(clientsKey({ search, status, sort: order, page }), { keepPreviousData: true });
  useRowOfReturn(Boolean(query.data));
  const [chosen, toggle] = useColumns();
  const [phoning, setPhoning] = useState(false);
  const shown = columns.filter(({ name }) => chosen.includes(name));

  return (
    <RecordFrame>
      <StaffHead title="Clients">
        <p className={css.keys}>
          <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> up and down <kbd>Enter</kbd> open
        </p>
        <Button variant="secondary" onClick={() => setPhoning(true)}>
          Phone booking
        </Button>
      </StaffHead>
      <ListFrame
        name="clients"
        placeholder="Name, phone, address, HPM-, file or message"
        one="client"
        many="clients"
        query={query}
        tools={
          <ListFilters
            choices={[
              { name: "status", label: "Status", first: "Any status", options: statusChoices },
              orderChoice([], search ? "Best match first" : "Newest first"),
            ]}
          >
            <ColumnChoice chosen={chosen} toggle={toggle} />
          </ListFilters>
        }
        all={search || status ? address.with({ search: "", status: "" }) : null}
        nothing={<NobodyYet many="clients" />}
      >
        {({ items, more }) => (
          <>
            {more && <p>The list ends where counting does. Type more, or choose a status, to find the others.</p>}
            <ListTable
              name="Clients"
              columns={["Client", ...shown.map(({ label }) => label)]}
              widths={["minmax(0, 1.7fr)", ...shown.map(({ width }) => width)]}
              className={css.clients}
            >
              {items.map((client) => (
                <ClientRow key={client.id} client={client} shown={shown} />
              ))}
            </ListTable>
          </>
        )}
      </ListFrame>
      {phoning && (
        <Suspense>
          <BeginDialog client={null} onClose={() => setPhoning(false)} />
        </Suspense>
      )}
    </RecordFrame>
  );
}
