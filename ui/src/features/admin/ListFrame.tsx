import { useRef, useState, type ReactNode } from "react";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { Skeleton } from "../../components/Skeleton";
import { Act } from "./Act";
import { useListAddress } from "./address";
import * as css from "./ListFrame.module.css";
import { Pages, SearchBox } from "./ListTools";
import { LoadProblem } from "./LoadProblem";
import { useRowKeys } from "./useRowKeys";

type Loaded = { items: readonly unknown[]; total: number; pageSize: number; more?: boolean };

type Props<Page extends Loaded> = {
  /** "projects": what the search, the list and its failure are called. */
  name: string;
  /** What the search box asks for; without it there is none. */
  placeholder?: string;
  /** What the number above the list counts. */
  one: string;
  many: string;
  query: { data: Page | undefined; error: unknown; mutate: () => unknown; isValidating: boolean };
  /** Filters beside the search. */
  tools?: ReactNode;
  /** Something is searched or filtered: how to see all. */
  all: string | null;
  /** What an empty list says that nothing filters. */
  nothing: ReactNode;
  /** So many of a page are shown until somebody asks for the others; all without it. */
  few?: number | undefined;
  children: (page: Page) => ReactNode;
};

/** A list of the back office: search, filters, how many there are, the pages; loading, failing and empty. */
export function ListFrame<Page extends Loaded>({ name, placeholder, one, many, query, tools, all, nothing, few, children }: Props<Page>) {
  const { page, search, with: addressWith } = useListAddress();
  const { data, error, mutate, isValidating } = query;
  const place = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(false);
  const shown = data && few !== undefined && !asked ? { ...data, items: data.items.slice(0, few) } : data;
  const more = (data?.items.length ?? 0) - (shown?.items.length ?? 0);
  useRowKeys(place, data && !error && !isValidating ? search : null);
  return (
    <section ref={place} className={css.list} aria-label={name.charAt(0).toUpperCase() + name.slice(1)}>
      <div className={css.tools}>
        {placeholder && <SearchBox label={`Search ${name}`} placeholder={placeholder} />}
        {tools}
      </div>
      {error ? (
        <LoadProblem what={`The ${name}`} error={error} retry={() => void mutate()} />
      ) : !data || !shown ? (
        <div className={css.loading} aria-busy="true">
          <p role="status">Loading...</p>
          <Skeleton shape="field" count={6} />
        </div>
      ) : (
        <div aria-busy={isValidating || undefined}>
          <Pages total={data.total} more={data.more ?? false} page={page} pageSize={data.pageSize} shown={shown.items.length} one={one} many={many} />
          {data.items.length > 0 ? (
            <>
              {children(shown)}
              {more > 0 && <Act onClick={() => setAsked(true)}>Show {more} more</Act>}
            </>
          ) : data.total > 0 ? (
            <EmptyState
              action={
                <ButtonLink variant="secondary" to={addressWith({ page: 1 })}>
                  Show the first page
                </ButtonLink>
              }
            >
              There is no page {page}.
            </EmptyState>
          ) : all !== null ? (
            <EmptyState
              action={
                <ButtonLink variant="secondary" to={all}>
                  Show all {name}
                </ButtonLink>
              }
            >
              No {one} matches{search ? ` "${search}"` : " these filters"}.
            </EmptyState>
          ) : (
            nothing
          )}
        </div>
      )}
    </section>
  );
}
