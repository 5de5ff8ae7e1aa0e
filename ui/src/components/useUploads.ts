import { useEffect, useState, useSyncExternalStore } from "react";
import type { Sender, StoredFile } from "../api/upload";
import { alreadyHere, refusal, type FileRules, type Present } from "./fileRules";
import { UploadQueue, type UploadItem } from "./uploads";

type Options = FileRules & {
  /** Uploads one file as soon as it is added. Without it files wait for `sendAll`. */
  send?: Sender;
  /** Takes a stored file off the server. Without it stored files cannot be removed. */
  remove?: (file: StoredFile) => Promise<unknown>;
  /** What the server has already, from an earlier visit. */
  stored?: readonly StoredFile[];
  /** What is kept already where they go: such a file goes a second time only where that is wanted. */
  present?: readonly Present[] | undefined;
  /** Told of each file that is refused, with the text that the visitor sees. */
  onRefused?: (text: string) => void;
};

export type Uploads = {
  rules: FileRules;
  items: readonly UploadItem[];
  /** Why files of the last choice were refused, until something is done with those that were not. */
  refusals: readonly string[];
  forgetRefusals: () => void;
  /** Something is still on its way. */
  busy: boolean;
  add: (files: Iterable<File>) => void;
  retry: (key: number) => void;
  /** Sends a file although it is there already. */
  insist: (key: number) => void;
  /** Cancels, forgets or deletes a file, whichever fits its state. Rejects when the server would not delete it. */
  remove: (item: UploadItem) => Promise<void>;
  canRemove: (item: UploadItem) => boolean;
  /** Begins anew, with what is stored left where it is. */
  clear: () => void;
  sendAll: (sender: Sender) => Promise<boolean>;
  /** Tries at once whatever may yet arrive, and waits for it; answers whether everything is stored then. */
  settle: () => Promise<boolean>;
};

/** State of a FileDrop, owned by the form around it so that nothing is lost when the area is not on screen. */
export function useUploads({ accept, maxBytes, send, remove, stored, present = [], onRefused }: Options): Uploads {
  const [queue] = useState(() => new UploadQueue());
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);

  useEffect(() => {
    queue.sendWith(send ?? null);
  }, [queue, send]);

  useEffect(() => {
    if (stored) queue.restore(stored);
  }, [queue, stored]);

  useEffect(() => {
    const resume = () => queue.resume();
    addEventListener("online", resume);
    return () => removeEventListener("online", resume);
  }, [queue]);

  const rules = { accept, maxBytes };
  return {
    rules,
    items,
    refusals,
    forgetRefusals: () => setRefusals([]),
    busy: items.some(({ state }) => state === "sending" || state === "paused" || (send !== undefined && state === "waiting")),
    add(files) {
      const refused: string[] = [];
      for (const file of files) {
        const text = refusal(file, rules);
        if (text) refused.push(text);
        else queue.add(file, alreadyHere(file, [...present, ...queue.items.map(({ name, size }) => ({ fileName: name, fileSize: size, uploadedAt: null }))]));
      }
      setRefusals(refused);
      for (const text of refused) onRefused?.(text);
    },
    retry(key) {
      setRefusals([]);
      queue.retry(key);
    },
    insist: (key) => queue.insist(key),
    async remove(item) {
      if (item.stored && remove) await remove(item.stored);
      setRefusals([]);
      queue.drop(item.key);
    },
    clear: () => queue.clear(),
    canRemove: (item) => item.state !== "stored" || remove !== undefined,
    sendAll: (sender) => queue.sendAll(sender),
    settle: () => queue.settle(),
  };
}
