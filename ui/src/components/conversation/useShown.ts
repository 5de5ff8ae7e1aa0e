import { useState } from "react";
import { useMedia } from "../useMedia";
import type { Message, Page, Side } from "./useConversation";

/** How many are shown at first where the page scrolls in the place of the list. */
const atOnce = 2;

type Options = { page: Page | undefined; messages: readonly Message[]; side: Side; readBefore: number };

/** The messages in sight: on a phone the newest at first, and all that were not read before; `showAll` where there are more. */
export function useShown({ page, messages, side, readBefore }: Options): { shown: readonly Message[]; showAll: (() => Promise<void>) | null } {
  const onPhone = useMedia("(max-width: 47.99rem)");
  const [from, setFrom] = useState<number>();
  // Once they have arrived, and not again: what is read stays where it is while others come.
  if (from === undefined && page && messages.length >= page.messages.length) setFrom(firstOf(messages, side, readBefore));
  if (!onPhone) return { shown: messages, showAll: null };
  const shown = messages.filter(({ id }) => id >= (from ?? 0));
  return { shown, showAll: shown.length < messages.length ? () => Promise.resolve(setFrom(0)) : null };
}

function firstOf(messages: readonly Message[], side: Side, readBefore: number): number {
  const unread = messages.findIndex((message) => message.side !== side && message.id > readBefore);
  const first = Math.min(messages.length - atOnce, unread === -1 ? messages.length : unread);
  return messages[first]?.id ?? 0;
}
