import { errorText } from "../api/client";

/** A file that the server has. */
export type StoredFile = { id: string | number; fileName: string; fileSize: number; fileType?: string };

export type UploadRules = {
  /** Extensions without the dot, lower case. */
  accept: readonly string[];
  /** Largest size of one file in bytes. */
  maxBytes: number;
};

export type Sender = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<StoredFile>;

export type UploadState = "waiting" | "sending" | "stored" | "failed";

export type UploadItem = {
  key: number;
  name: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  /** Share that has left the browser, 0 to 1. */
  progress: number;
  /** Why it failed. */
  message: string;
  /** Address of a preview, for images chosen in this visit. */
  preview: string | null;
  stored: StoredFile | null;
};

type Held = { file: File; abort: AbortController | null };

const parallel = 2;
const megabyte = 1_048_576;

/** Bytes as "1.25 MB": bytes divided by 1,048,576, two decimals. */
export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(2)} MB`;
}

/** The text that refuses a file, or null. Texts from the specification. */
export function refusal(file: { name: string; size: number }, { accept, maxBytes }: UploadRules): string | null {
  if (file.size > maxBytes) return `File ${file.name} is too large. Maximum size is ${maxBytes / megabyte}MB.`;
  const extension = file.name.includes(".") ? file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase() : "";
  if (!accept.includes(extension)) {
    return `File ${file.name} has invalid type. Accepted types: ${accept.join(", ")}`;
  }
  return null;
}

/** The files of one upload area: what is waiting, on its way, stored or failed. Made and watched by `useUploads`. */
export class UploadQueue {
  items: readonly UploadItem[] = [];
  private readonly held = new Map<number, Held>();
  private readonly listeners = new Set<() => void>();
  private lastKey = 0;
  private sender: Sender | null = null;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): readonly UploadItem[] => this.items;

  /** Says how files travel; null keeps them waiting until `sendAll`. */
  sendWith(sender: Sender | null): void {
    this.sender = sender;
    this.sendNext();
  }

  /** Shows files that the server had before, once. */
  restore(files: readonly StoredFile[]): void {
    const known = new Set(this.items.map((item) => item.stored?.id));
    const added = files.filter((file) => !known.has(file.id)).map((file) => this.itemOf(file.fileName, file.fileSize, file));
    if (added.length) this.change([...this.items, ...added]);
  }

  add(file: File): void {
    const item = this.itemOf(file.name, file.size, null);
    item.preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
    this.held.set(item.key, { file, abort: null });
    this.change([...this.items, item]);
    this.sendNext();
  }

  /** Sends a failed file again. */
  retry(key: number): void {
    this.patch(key, { state: "waiting", progress: 0, message: "" });
    this.sendNext();
  }

  /** Stops a file that is on its way, and drops any that is not stored. */
  drop(key: number): void {
    const item = this.items.find((one) => one.key === key);
    this.held.get(key)?.abort?.abort();
    this.held.delete(key);
    if (item?.preview) URL.revokeObjectURL(item.preview);
    this.change(this.items.filter((one) => one.key !== key));
    this.sendNext();
  }

  /** Sends every file that is not stored, with `sender`. Answers whether all of them are stored in the end. */
  async sendAll(sender: Sender): Promise<boolean> {
    for (const item of this.items) {
      if (item.state === "failed" || item.state === "waiting") await this.send(item.key, sender);
    }
    return this.items.every((item) => item.state === "stored");
  }

  private sendNext(): void {
    const sending = this.items.filter((item) => item.state === "sending").length;
    const next = this.items.find((item) => item.state === "waiting");
    if (!this.sender || !next || sending >= parallel) return;
    void this.send(next.key, this.sender).then(() => this.sendNext());
    this.sendNext();
  }

  private async send(key: number, sender: Sender): Promise<void> {
    const held = this.held.get(key);
    if (!held) return;
    held.abort = new AbortController();
    this.patch(key, { state: "sending", progress: 0, message: "" });
    try {
      const stored = await sender(held.file, {
        onProgress: (progress) => this.patch(key, { progress }),
        signal: held.abort.signal,
      });
      this.patch(key, { state: "stored", progress: 1, stored });
    } catch (error) {
      const lost = error instanceof TypeError ? "There was an error connecting to the server." : "There was an error uploading your document.";
      this.patch(key, { state: "failed", message: errorText(error, lost) });
    }
  }

  private itemOf(name: string, size: number, stored: StoredFile | null): UploadItem {
    const state = stored ? "stored" : "waiting";
    return { key: ++this.lastKey, name, size, state, progress: 0, message: "", preview: null, stored };
  }

  private patch(key: number, part: Partial<UploadItem>): void {
    this.change(this.items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  }

  private change(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}
