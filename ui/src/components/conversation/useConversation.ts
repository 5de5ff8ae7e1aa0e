import { useCallback, useEffect, useState } from "react";
import { request } from "../../api/client";
import { useQuery } from "../../api/query";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type Page = Schemas["Conversation"];
export type Message = Schemas["MessageOut"];
export type Side = Message["side"];

const everyMs = 25_000;

function merged(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** The messages at `address`, newest last, looked for again and again while the page is seen. */
export function useConversation(address: string) {
  const { data, error, mutate } = useQuery<Page>(address, {
    refreshInterval: everyMs,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    revalidateIfStale: true,
  });
  const [last, setLast] = useState<Page>();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [hasEarlier, setHasEarlier] = useState(false);
  /** How far it was read when the page was opened. */
  const [readBefore, setReadBefore] = useState(0);

  if (data && data !== last) {
    setLast(data);
    setMessages(merged(messages, data.messages));
    if (!last) {
      setHasEarlier(data.hasEarlier);
      setReadBefore(data.readTo);
    }
  }

  async function loadEarlier() {
    const page = await request<Page>("GET", `${address}?before=${messages[0]?.id}`);
    setMessages((known) => merged(page.messages, known));
    setHasEarlier(page.hasEarlier);
  }

  /** Shows what was sent just now, and asks for what came meanwhile. */
  function add(message: Message) {
    setMessages((known) => merged(known, [message]));
    void mutate();
  }

  const noteRead = useCallback(
    async (upTo: number) => {
      await request("POST", `${address}/read`, { upTo });
      await mutate((page) => page && { ...page, readTo: Math.max(page.readTo, upTo), unread: 0 }, { revalidate: false });
    },
    [address, mutate],
  );

  return { page: data, messages, error, retry: mutate, hasEarlier, loadEarlier, add, noteRead, readBefore };
}

/** Calls `seen` with the newest message that came from the other side, once it is on a screen that is looked at. */
export function useSeen(end: Element | null, newest: number, readTo: number, seen: (upTo: number) => Promise<unknown>) {
  useEffect(() => {
    if (!end || newest <= readTo) return;
    let shown = false;
    function tell() {
      if (!shown || document.visibilityState !== "visible") return;
      stop();
      // Told again with the next message, or the next visit.
      seen(newest).catch(() => undefined);
    }
    const watcher = new IntersectionObserver((entries) => {
      shown = entries.at(-1)?.isIntersecting ?? false;
      tell();
    });
    function stop() {
      watcher.disconnect();
      document.removeEventListener("visibilitychange", tell);
    }
    watcher.observe(end);
    document.addEventListener("visibilitychange", tell);
    return stop;
  }, [end, newest, readTo, seen]);
}
