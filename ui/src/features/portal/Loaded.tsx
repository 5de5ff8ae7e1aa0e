import type { ReactNode } from "react";
import { errorText, isUnreached, readAt } from "../../api/client";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { Skeleton } from "../../components/Skeleton";
import { sydneyDay } from "../../components/time";
import * as css from "./Loaded.module.css";

/** A list on its way, as `useSWR` gives it. */
export type ListState<Item> = { data?: Item[] | undefined; error?: Error | undefined; mutate: () => Promise<unknown> };

type Props<Item> = {
  loaded: ListState<Item>;
  /** "projects": what is loading. */
  what: string;
  children: (items: Item[]) => ReactNode;
};

/** A list, or its skeleton, or why it is not there and another try. What could not be refreshed stays, and says how old it is. */
export function Loaded<Item>({ loaded, what, children }: Props<Item>) {
  const { data, error, mutate } = loaded;
  if (data) {
    return (
      <>
        <Stale loaded={loaded} />
        {children(data)}
      </>
    );
  }
  if (error) return <LoadTrouble what={what} error={error} retry={mutate} />;
  return (
    <div aria-busy="true">
      <p role="status" className={css.loading}>
        Loading your {what}...
      </p>
      <Skeleton shape="card" />
    </div>
  );
}

/** Where a list would be: why it is not there, and another try. */
export function LoadTrouble({ what, error, retry }: { what: string; error: Error; retry: () => Promise<unknown> }) {
  return (
    <div className={css.problem}>
      <Notice tone="red" role="alert" title={`Your ${what} could not be loaded`}>
        <p>{errorText(error, "Unable to connect to server. Please try again.")}</p>
      </Notice>
      <Button variant="secondary" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}

/** Above what is shown although a newer look at it failed: how old it is, and another try. */
export function Stale({ loaded: { data, error, mutate } }: { loaded: Pick<ListState<unknown>, "error" | "mutate"> & { data?: object | undefined } }) {
  const read = data && readAt(data);
  if (!error || !read) return null;
  const iso = read.toISOString();
  return (
    <div className={css.stale} role="status">
      {isUnreached(error) ? (
        <p>
          As of <DateTime iso={iso} format={sydneyDay(iso) === sydneyDay(new Date()) ? "time" : "stamp"} />. We cannot reach the server;
          trying again.
        </p>
      ) : (
        <p>
          This could not be refreshed. It shows how things stood on <DateTime iso={iso} format="stamp" />.
        </p>
      )}
      <Button variant="quiet" onClick={() => void mutate()}>
        Try again
      </Button>
    </div>
  );
}
