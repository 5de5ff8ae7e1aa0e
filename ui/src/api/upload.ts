import { ApiError } from "./client";

/** A file that the server has. */
export type StoredFile = { id: string | number; fileName: string; fileSize: number; fileType?: string };

type SendOptions = {
  /** The act's own name, the same one when it is tried again, so that a lost answer does not double the file. */
  key: string;
  /** Called with the share that has left the browser, 0 to 1. */
  onProgress: (share: number) => void;
  /** Aborting it cancels the upload; the promise then rejects with an AbortError. */
  signal: AbortSignal;
};

/** Sends one file to where its sender knows. */
export type Sender = (file: File, options: SendOptions) => Promise<StoredFile>;

/** `fields`: further form fields sent beside the file. */
export type UploadOptions = SendOptions & { fields?: Record<string, string> };

/** Milliseconds without a byte or an answer after which a line counts as dead, though the device believes in it. */
const silence = 60_000;

/** Sends one file as the multipart field `file`. Throws ApiError, or TypeError without a connection. */
export function upload(url: string, file: File, { key, onProgress, signal, fields = {} }: UploadOptions): Promise<StoredFile> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);

  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const cancelled = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    const lost = () => reject(new TypeError("The connection was lost during the upload"));
    if (signal.aborted) return cancelled();
    signal.addEventListener("abort", () => call.abort(), { once: true });

    let cut: ReturnType<typeof setTimeout>;
    const heard = () => {
      clearTimeout(cut);
      cut = setTimeout(() => {
        call.onabort = lost;
        call.abort();
      }, silence);
    };
    call.onloadend = () => clearTimeout(cut);
    call.upload.onprogress = (event) => {
      heard();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    call.onload = () => {
      if (call.status < 200 || call.status >= 300) {
        return reject(new ApiError(call.status, call.responseText || call.statusText));
      }
      Promise.resolve(call.responseText)
        .then((text) => JSON.parse(text) as StoredFile) // As the contract has it.
        .then(resolve, reject);
    };
    call.onabort = cancelled;
    call.onerror = lost;
    call.open("POST", url);
    call.withCredentials = true;
    call.setRequestHeader("Idempotency-Key", key);
    heard();
    call.send(form);
  });
}
