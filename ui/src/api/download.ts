import { ApiError } from "./client";

/** Fetches a file with cookies and hands it to the browser to keep under `fileName`. Throws ApiError when refused. */
export async function download(url: string, fileName: string): Promise<void> {
  const answer = await fetch(url, { credentials: "include" });
  if (!answer.ok) throw new ApiError(answer.status, (await answer.text()) || answer.statusText);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the address after this task; a minute later it has the content.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
