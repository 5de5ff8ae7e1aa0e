import { ApiError } from "./client";

export type UploadOptions = {
  /** Further form fields sent beside the file. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** Called with the share that has left the browser, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Aborting it cancels the upload; the promise then rejects with an AbortError. */
  signal?: AbortSignal;
};

/** Sends one file as the multipart field `file`; answers the parsed body. Throws ApiError, or TypeError without a connection. */
export function upload<T>(url: string, file: File, options: UploadOptions = {}): Promise<T> {
  const { fields = {}, headers = {}, onProgress, signal } = options;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);

  return new Promise<T>((resolve, reject) => {
    const call = new XMLHttpRequest();
    const cancelled = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    if (signal?.aborted) return cancelled();
    signal?.addEventListener("abort", () => call.abort(), { once: true });

    call.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    call.onload = () => {
      if (call.status < 200 || call.status >= 300) {
        return reject(new ApiError(call.status, call.responseText || call.statusText));
      }
      resolve((call.responseText ? JSON.parse(call.responseText) : undefined) as T);
    };
    call.onabort = cancelled;
    call.onerror = () => reject(new TypeError("The connection was lost during the upload"));
    call.open("POST", url);
    call.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.send(form);
  });
}
