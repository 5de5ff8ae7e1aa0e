import { Download } from "lucide-react";
import { Fragment, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { errorText } from "../../api/client";
import { download } from "../../api/download";
import { formatTime, sydneyDay } from "../time";
import { toast } from "../toast";
import { Unseen } from "../Unseen";
import { DateTime } from "../DateTime";
import { sizeText } from "../sizeText";
import * as css from "./Conversation.module.css";
import type { Message, Side } from "./useConversation";

type Props = {
  messages: readonly Message[];
  side: Side;
  /** What the other side wrote after this one was not read before. */
  newFrom: number;
  fileAddress: (id: number) => string;
  /** Fetches what was written before; null where nothing was. */
  loadEarlier: (() => Promise<void>) | null;
  /** Told of the element that ends the list. */
  setEnd: (end: HTMLElement | null) => void;
  /** The page was opened at the messages. */
  opensAtEnd: boolean;
};

const nearPx = 48;

/** Whether the list has a height of its own: on a phone the page scrolls in its place. */
function scrollsItself(list: HTMLElement): boolean {
  return getComputedStyle(list).overflowY !== "visible";
}

/** The messages by day. The newest stays in sight for who is at the end; for who reads further up nothing moves. */
export function MessageList({ messages, side, newFrom, fileAddress, loadEarlier, setEnd, opensAtEnd }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const lastItem = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const fromBottom = useRef(0);
  const height = useRef(0);
  const first = messages[0]?.id ?? 0;
  const newest = messages.at(-1);
  const [oldFirst, setOldFirst] = useState(first);
  const [below, setBelow] = useState(false);
  const firstNew = messages.find((message) => message.side !== side && message.id > newFrom)?.id;
  const news = useNews(newest, side);

  const settle = useEffectEvent(() => {
    const list = box.current;
    if (!list) return;
    const before = height.current;
    height.current = list.offsetHeight;
    setOldFirst(first);
    if (!scrollsItself(list)) {
      const isOlder = first < oldFirst;
      // Browsers that anchor what is read have moved already.
      if (isOlder && !CSS.supports("overflow-anchor", "auto")) window.scrollBy({ top: list.offsetHeight - before, behavior: "instant" });
      // The newest is in sight for who came to read it, or has just written it.
      if (!isOlder && before === 0 && opensAtEnd) lastItem.current?.scrollIntoView({ block: "center", behavior: "instant" });
      else if (!isOlder && before > 0 && newest?.side === side) lastItem.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
      return;
    }
    if (first < oldFirst) list.scrollTop = list.scrollHeight - fromBottom.current;
    else if (atEnd.current) list.scrollTop = list.scrollHeight;
    if (!atEnd.current && first >= oldFirst) setBelow(true);
  });
  // Only what the list holds moves it.
  useLayoutEffect(() => settle(), [first, newest?.id]);

  function noteScroll() {
    const list = box.current;
    if (!list) return;
    fromBottom.current = list.scrollHeight - list.scrollTop;
    atEnd.current = fromBottom.current - list.clientHeight < nearPx;
    if (atEnd.current) setBelow(false);
  }

  function toEnd() {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    box.current?.focus({ preventScroll: true });
  }

  return (
    <div className={css.frame}>
      <div ref={box} className={css.list} role="group" aria-label="Messages" tabIndex={0} onScroll={noteScroll}>
        {loadEarlier && <Earlier load={loadEarlier} />}
        <ol className={css.messages}>
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const newDay = !before || sydneyDay(before.sentAt) !== sydneyDay(message.sentAt);
            return (
              <Fragment key={message.id}>
                {newDay && (
                  <li className={css.day}>
                    <span>{formatTime(message.sentAt, "long")}</span>
                  </li>
                )}
                {message.id === firstNew && (
                  <li className={css.new}>
                    <span>New</span>
                  </li>
                )}
                <MessageItem message={message} own={message.side === side} fileAddress={fileAddress} />
              </Fragment>
            );
          })}
        </ol>
        <div
          ref={(end) => {
            lastItem.current = end;
            setEnd(end);
          }}
          className={css.end}
        />
      </div>
      {below && (
        <button type="button" className={css.below} onClick={toEnd}>
          New message below
        </button>
      )}
      <Unseen as="p" role="status">
        {news}
      </Unseen>
    </div>
  );
}

/** What is said aloud when the other side writes while the page is open. */
function useNews(newest: Message | undefined, side: Side): string {
  const [known] = useState(newest?.id ?? 0);
  if (!newest || newest.id <= known || newest.side === side) return "";
  return `New message from ${newest.author}, ${formatTime(newest.sentAt, "time")}`;
}

function Earlier({ load }: { load: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function fetchThem() {
    setBusy(true);
    setProblem("");
    await load().catch((error: unknown) => setProblem(errorText(error, "They could not be loaded. Please try again.")));
    setBusy(false);
  }

  return (
    <p className={css.earlier}>
      <button type="button" className={css.link} aria-busy={busy || undefined} onClick={() => busy || void fetchThem()}>
        {busy ? "Loading..." : "Show earlier messages"}
      </button>
      {problem && <span role="alert"> {problem}</span>}
    </p>
  );
}

type ItemProps = { message: Message; own: boolean; fileAddress: (id: number) => string };

function MessageItem({ message, own, fileAddress }: ItemProps) {
  return (
    <li className={css.message} data-own={own || undefined}>
      <p className={css.about}>
        <strong className={css.author}>{own && message.side === "client" ? "You" : message.author}</strong>{" "}
        <DateTime iso={message.sentAt} format="time" />
      </p>
      {message.text && <p className={css.text}>{message.text}</p>}
      {message.files.length > 0 && (
        <ul className={css.files} aria-label="Files">
          {message.files.map((file) => (
            <li key={file.id}>
              <MessageFile name={file.fileName} size={file.fileSize} address={fileAddress(file.id)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function MessageFile({ name, size, address }: { name: string; size: number; address: string }) {
  const [busy, setBusy] = useState(false);

  async function fetchFile() {
    setBusy(true);
    try {
      await download(address, name);
    } catch (error) {
      toast({ title: "Download failed", body: errorText(error, "There was an error downloading your document."), variant: "destructive" });
    }
    setBusy(false);
  }

  return (
    <button type="button" className={css.file} aria-busy={busy || undefined} onClick={() => busy || void fetchFile()}>
      <Download size={18} strokeWidth={1.5} aria-hidden />
      <span>
        <span className={css.fileName}>{name}</span> <span className={css.size}>{sizeText(size)}</span>
      </span>
      <Unseen>, download</Unseen>
    </button>
  );
}
