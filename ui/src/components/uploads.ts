import { ApiError, errorText, isUnreached, newKey } from "../api/client";
import type { Sender, StoredFile } from "../api/upload";
import { keepPreview, recallPreview } from "./previews";

/** paused: the server was not reached, and the file goes again by itself; doubled: it is there already, and goes only where that is wanted. */
type UploadState = "waiting" | "sending" | "paused" | "stored" | "failed" | "doubled";

export type UploadItem = {
  key: number;
  name: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  /** Share that has left the browser, 0 to 1. */
  progress: number;
  /** Why it failed, is paused or does not go. */
  message: string;
  /** It failed for what it is: sent again, it would fail again. */
  hopeless: boolean;
  /** Address of a preview, for images chosen in this visit. */
  preview: string | null;
  stored: StoredFile | null;
};

/** `wake`: ends a pause before its time. */
type Held = { file: File; key: string; sender: Sender | null; abort: AbortController | null; lost: boolean; wake: () => void };

const parallel = 2;
/** Milliseconds before the next try of what did not reach the server. */
const pauses: readonly number[] = [1_000, 3_000, 10_000, 30_000, 60_000];
/** Of what another try cannot mend: too large, not what its name says, unusable. */
const refusedAsItIs: readonly number[] = [413, 415, 422];
const unreached = "There was an error connecting to the server.";

/** The files of one upload area: what is waiting, on its way, stored or failed. Made and watched by `useUploads`. */
export class UploadQueue {
  items: readonly UploadItem[] = [];
  private readonly held = new Map<number, Held>();
  private readonly listeners = new Set<() => void>();
  private lastKey = 0;
  private sender: Sender | null = null;

  constructor(private readonly pausing = pauses) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): readonly UploadItem[] => this.items;

  /** Says how the files that are added from now on travel; null keeps them waiting until `sendAll`. */
  sendWith(sender: Sender | null): void {
    this.sender = sender;
  }

  /** Shows files that the server had before, once. */
  restore(files: readonly StoredFile[]): void {
    const known = new Set(this.items.map((item) => item.stored?.id));
    const added = files.filter((file) => !known.has(file.id)).map((file) => this.itemOf(file.fileName, file.fileSize, file));
    if (added.length) this.change([...this.items, ...added]);
  }

  /** `there`: what says that the file is there already; it is not sent then before `insist`. */
  add(file: File, there: string | null = null): void {
    const item = this.itemOf(file.name, file.size, null);
    if (there) Object.assign(item, { state: "doubled", message: there });
    item.preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
    this.held.set(item.key, { file, key: newKey(), sender: this.sender, abort: null, lost: false, wake: () => {} });
    this.change([...this.items, item]);
    this.sendNext();
  }

  /** Sends a failed file again, and one that is paused now. */
  retry(key: number): void {
    if (this.stateOf(key) === "paused") return this.held.get(key)?.wake();
    this.patch(key, { state: "waiting", progress: 0, message: "" });
    this.sendNext();
  }

  /** Sends a file although it is there already. */
  insist(key: number): void {
    this.patch(key, { state: "waiting", message: "" });
    this.sendNext();
  }

  /** The line is back: what was cut off is sent again. */
  resume(): void {
    for (const { key, state } of this.items) {
      const held = this.held.get(key);
      if (held?.sender && (state === "paused" || (state === "failed" && held.lost))) this.retry(key);
    }
  }

  /** Stops a file that is on its way, and drops any that is not stored. */
  drop(key: number): void {
    const item = this.items.find((one) => one.key === key);
    if (item) this.release(item);
    this.change(this.items.filter((one) => one.key !== key));
    // The same file, chosen twice, takes the place of the one that is taken out.
    const [second, ...others] = this.items.filter(({ name, size }) => name === item?.name && size === item.size);
    if (second && item?.state !== "doubled" && [second, ...others].every(({ state }) => state === "doubled")) return this.insist(second.key);
    this.sendNext();
  }

  /** Forgets every file; what is stored stays where it is. */
  clear(): void {
    for (const item of this.items) this.release(item);
    this.change([]);
  }

  private release({ key, preview }: UploadItem): void {
    const held = this.held.get(key);
    this.held.delete(key);
    held?.abort?.abort();
    held?.wake();
    if (preview) URL.revokeObjectURL(preview);
  }

  /** Sends every file that is neither stored nor there already, with `sender`. Answers whether all of them are stored in the end. */
  async sendAll(sender: Sender): Promise<boolean> {
    for (const item of this.items) {
      if (item.state === "failed" || item.state === "waiting") await this.send(item.key, sender, []);
    }
    return this.allStored();
  }

  /** Tries at once whatever may yet arrive, and waits for it; answers whether everything is stored then. */
  settle(): Promise<boolean> {
    for (const { key, state, hopeless } of this.items) if (state === "paused" || (state === "failed" && !hopeless)) this.retry(key);
    return new Promise((resolve) => {
      const stop = this.subscribe(() => look());
      const look = () => {
        if (this.items.some(({ state }) => state === "waiting" || state === "sending")) return;
        stop();
        resolve(this.allStored());
      };
      // What was woken is on its way by then.
      setTimeout(look);
    });
  }

  private allStored(): boolean {
    return this.items.every(({ state }) => state === "stored" || state === "doubled");
  }

  private stateOf(key: number): UploadState | undefined {
    return this.items.find((item) => item.key === key)?.state;
  }

  private sendNext(): void {
    const travelling = this.items.filter((item) => item.state === "sending" || item.state === "paused").length;
    const next = this.items.find((item) => item.state === "waiting" && this.held.get(item.key)?.sender);
    const sender = next && this.held.get(next.key)?.sender;
    if (!next || !sender || travelling >= parallel) return;
    void this.send(next.key, sender, this.pausing).then(() => this.sendNext());
    this.sendNext();
  }

  /** Sends one file, again after each of `pausing` (milliseconds) as long as nobody was reached. */
  private async send(key: number, sender: Sender, pausing: readonly number[]): Promise<void> {
    const held = this.held.get(key);
    if (!held) return;
    for (const pause of [...pausing, null]) {
      const abort = new AbortController();
      held.abort = abort;
      this.patch(key, { state: "sending", progress: 0, message: "", hopeless: false });
      try {
        const onProgress = (progress: number) => this.patch(key, { progress });
        const stored = await sender(held.file, { onProgress, signal: abort.signal, key: held.key });
        void keepPreview(stored.id, held.file);
        return this.patch(key, { state: "stored", progress: 1, stored });
      } catch (error) {
        if (abort.signal.aborted) return;
        held.lost = isUnreached(error);
        if (!held.lost || pause === null) return this.fail(key, error, held.lost);
      }
      this.patch(key, { state: "paused", message: `${unreached} We try again by ourselves.` });
      await new Promise<void>((resolve) => {
        held.wake = resolve;
        setTimeout(resolve, pause);
      });
      if (!this.held.has(key)) return;
    }
  }

  private fail(key: number, error: unknown, lost: boolean): void {
    const hopeless = error instanceof ApiError && refusedAsItIs.includes(error.status);
    const message = errorText(error, lost ? unreached : "There was an error uploading your document.");
    this.patch(key, { state: "failed", message, hopeless });
  }

  private itemOf(name: string, size: number, stored: StoredFile | null): UploadItem {
    const state = stored ? "stored" : "waiting";
    return { key: ++this.lastKey, name, size, state, progress: 0, message: "", hopeless: false, preview: stored && recallPreview(stored.id), stored };
  }

  private patch(key: number, part: Partial<UploadItem>): void {
    this.change(this.items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  }

  private change(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}
