import type { ReactNode } from "react";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { Skeleton } from "../../components/Skeleton";
import * as css from "./Loaded.module.css";

/** A list on its way, as `useSWR` gives it. */
export type ListState<Item> = { data?: Item[] | undefined; error?: Error | undefined; mutate: () => Promise<unknown> };

type Props<Item> = {
  loaded: ListState<Item>;
  /** "projects": what is loading. */
  what: string;
  children: (items: Item[]) => ReactNode;
};

/** A list, or its skeleton, or why it is not there and another try. */
export function Loaded<Item>({ loaded, what, children }: Props<Item>) {
  const { data, error, mutate } = loaded;
  if (data) return children(data);
  if (error) {
    return (
      <div className={css.problem}>
        <Notice tone="red" role="alert" title={`Your ${what} could not be loaded`}>
          <p>{errorText(error, "Unable to connect to server. Please try again.")}</p>
        </Notice>
        <Button variant="secondary" onClick={() => void mutate()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div aria-busy="true">
      <p role="status" className={css.loading}>
        Loading your {what}...
      </p>
      <Skeleton shape="card" />
    </div>
  );
}
