import { useCallback, useState, type ReactNode } from "react";
import { errorText } from "../../api/client";
import { Button } from "../Button";
import { Notice } from "../Notice";
import { Skeleton } from "../Skeleton";
import type { Sender, StoredFile } from "../../api/upload";
import type { Present } from "../fileRules";
import { Composer } from "./Composer";
import * as css from "./Conversation.module.css";
import { MessageList } from "./MessageList";
import { useConversation, useSeen, type Side } from "./useConversation";
import { useShown } from "./useShown";

type Props = {
  /** Where its messages are read and sent. */
  address: string;
  /** Whose side of it this is. */
  side: Side;
  /** Whose drafts this browser keeps apart: the account's email or name. */
  account: string;
  /** Where a file of it is fetched. */
  fileAddress: (id: number) => string;
  /** Sends one file to the project before the message that it goes with. */
  send: Sender;
  /** Takes such a file off the server again. */
  takeBack?: (file: StoredFile) => Promise<unknown>;
  /** The project's documents: one of them goes a second time only where that is wanted. */
  present?: readonly Present[] | undefined;
  /** Extensions that files may have. */
  accept: readonly string[];
  /** Shown while nothing was written. */
  empty: ReactNode;
  /** The page was opened at it, so that its newest message is brought into view. */
  opensAtEnd?: boolean;
  /** Something was read or sent: what counts it may be asked for anew. */
  onChange?: () => void;
};

/** What a client and the firm write to each other about one project. */
export function Conversation({ address, side, account, fileAddress, send, takeBack, present, accept, empty, opensAtEnd = false, onChange }: Props) {
  const { page, messages, error, retry, hasEarlier, loadEarlier, add, noteRead, readBefore } = useConversation(address);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const newest = messages.findLast((message) => message.side !== side)?.id ?? 0;
  const seen = useCallback((upTo: number) => noteRead(upTo).then(onChange), [noteRead, onChange]);
  const { shown, showAll } = useShown({ page, messages, side, readBefore });
  useSeen(end, newest, page?.readTo ?? 0, seen);

  if (!page && error) {
    return (
      <div className={css.conversation}>
        <Notice tone="red" role="alert" title="The messages could not be loaded">
          <p>{errorText(error, "Unable to connect to server. Please try again.")}</p>
        </Notice>
        <div>
          <Button variant="secondary" onClick={() => void retry()}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
  if (!page) {
    return (
      <div className={css.conversation} aria-busy="true">
        <p role="status">Loading messages...</p>
        <Skeleton count={3} />
      </div>
    );
  }
  return (
    <div className={css.conversation}>
      {messages.length === 0 ? (
        !page.readOnly && <p className={css.empty}>{empty}</p>
      ) : (
        <MessageList
          messages={shown}
          side={side}
          newFrom={readBefore}
          fileAddress={fileAddress}
          loadEarlier={showAll ?? (hasEarlier ? loadEarlier : null)}
          setEnd={setEnd}
          opensAtEnd={opensAtEnd}
        />
      )}
      {error && (
        <p className={css.stale} role="status">
          New messages could not be loaded: {errorText(error, "the server does not answer")}{" "}
          <button type="button" className={css.link} onClick={() => void retry()}>
            Try again
          </button>
        </p>
      )}
      {page.readOnly ? (
        <Notice>
          <p>{page.readOnly}</p>
        </Notice>
      ) : (
        <Composer
          address={address}
          place={`${account} ${address}`}
          accept={accept}
          send={send}
          takeBack={takeBack}
          present={present}
          seen={side === "staff" ? (messages.at(-1)?.id ?? 0) : undefined}
          onRefused={() => void retry()}
          onArrived={() => onChange?.()}
          onSent={(message) => {
            add(message);
            onChange?.();
          }}
        />
      )}
    </div>
  );
}
