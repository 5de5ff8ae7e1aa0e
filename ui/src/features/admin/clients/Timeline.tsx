import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/EmptyState";
import { Skeleton } from "../../../components/Skeleton";
import { useListAddress } from "../address";
import { timelineKey, useStaffQuery, type EventsPage } from "../api";
import { ListFilters } from "../ListFilters";
import { Pages } from "../ListTools";
import { LoadProblem } from "../LoadProblem";
import * as css from "./ClientPage.module.css";
import { Happening, kinds } from "./Happening";
import { ButtonLink } from "../../../components/Button";

/** Everything that happened with a client, newest first, a page at a time; of one kind where the address names it. */
export function Timeline({ clientId, name }: { clientId: number; name: string }) {
  const address = useListAddress();
  const { kind, page } = address;
  const { data, error, mutate, isValidating } = useStaffQuery<EventsPage>(timelineKey(clientId, { kind, page }), { keepPreviousData: true });
  return (
    <section className={css.part} aria-labelledby="client-timeline">
      <div className={css.bar}>
        <h2 id="client-timeline">What happened</h2>
        <ListFilters choices={[{ name: "kind", label: "Kind", first: "Everything", options: kinds }]} />
      </div>
      {error ? (
        <LoadProblem what="What happened" error={error} retry={() => void mutate()} />
      ) : !data ? (
        <div aria-busy="true">
          <p role="status">Loading...</p>
          <Skeleton shape="field" count={6} />
        </div>
      ) : (
        <div aria-busy={isValidating || undefined}>
          <Pages total={data.total} page={page} pageSize={data.pageSize} one="entry" many="entries" />
          {data.items.length > 0 ? (
            <ol className={css.events}>
              {data.items.map((event) => (
                <Happening key={`${event.kind} ${event.id}`} event={event} client={name} />
              ))}
            </ol>
          ) : (
            <EmptyState
              action={
                kind || page > 1 ? (
                  <ButtonLink variant="secondary" to={address.with({ kind: "" })}>
                    Show everything
                  </ButtonLink>
                ) : (
                  <Button variant="secondary" onClick={() => void mutate()}>
                    Look again
                  </Button>
                )
              }
            >
              Nothing of this kind has happened yet.
            </EmptyState>
          )}
        </div>
      )}
    </section>
  );
}
