import { noteEnded } from "./endedSession";
import { forgetLatestBooking } from "./latestBooking";
import { seemsSignedIn } from "./signedIn";

/** What the server says when it refuses: one sentence, and one text per field where a field is at fault. */
type ErrorBody = { message: string; fields: Record<string, string> };

/** A non-successful answer. `message` is "STATUS: body text"; `body` is the parsed body for showing. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds that the server asks to wait; 0 where it does not say. */
  readonly retryAfter: number;

  constructor(status: number, text: string, retryAfter = 0) {
    super(`${status}: ${text}`);
    this.name = "ApiError";
    this.status = status;
    this.body = parseBody(text);
    this.retryAfter = retryAfter;
  }
}

function parseBody(text: string): ErrorBody {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody>;
    return { message: body.message ?? "", fields: body.fields ?? {} };
  } catch {
    return { message: "", fields: {} };
  }
}

/** The server's own sentence about a failure, or `fallback` where it gave none (a lost connection, a proxy's page). */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body.message) || fallback;
}

/** Whether a page that everybody may open is refused for a temporary password, which shows only what this browser has made. */
export function needsOwnPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

async function throwIfNotOk(answer: Response): Promise<void> {
  if (answer.ok) return;
  const text = await answer.text();
  throw new ApiError(answer.status, text || answer.statusText, Number(answer.headers.get("Retry-After")) || 0);
}

const readTimes = new WeakMap<object, Date>();

/** When the server gave this list or object, as one that `request` or a fetcher answered with; undefined for any other. */
export function readAt(data: object): Date | undefined {
  return readTimes.get(data);
}

/** Notes when the server gave `data`, unless something newer is known of it. */
export function noteRead(data: object, at: Date): void {
  if (at > (readTimes.get(data) ?? new Date(0))) readTimes.set(data, at);
}

/** Whether a failure says that nobody answered, or only somebody on the way to the server: it may be gone in a moment. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 502 || error.status === 504 : error instanceof Error;
}

const ofClients = /^\/api\/(client\/|user$)/;

/** Who seemed to be signed in and is not any more leaves no booking behind for whoever uses this computer next. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const seemed = seemsSignedIn();
  const answer = await fetch(url, init);
  if (seemed && answer.status === 401) {
    forgetLatestBooking();
    if (ofClients.test(url)) noteEnded();
  }
  return answer;
}

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  const body: unknown = text ? JSON.parse(text) : undefined;
  if (typeof body === "object" && body) readTimes.set(body, new Date());
  return body as T;
}

/**
 * Sends one request with cookies and answers the parsed body (undefined when empty).
 * `body` is sent as JSON, with a JSON content type only when it is given. Throws ApiError.
 */
export async function request<T = undefined>(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await ask(url, {
    method,
    credentials: "include",
    headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await throwIfNotOk(answer);
  return readJson<T>(answer);
}

/** A name for one act, that nobody guesses: sent as Idempotency-Key, it lets the act be done once. Also without HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A query key: the address, or a list whose first element is the address. */
export type QueryKey = string | readonly [string, ...unknown[]];

type FetcherOptions = { on401: "throw" | "null" };

/** Makes a data-loading function: GET with cookies, JSON answer; a 401 is an error unless `on401` is "null". */
export function makeFetcher({ on401 }: FetcherOptions) {
  return async <T>(key: QueryKey): Promise<T | null> => {
    const answer = await ask(typeof key === "string" ? key : key[0], { credentials: "include" });
    if (on401 === "null" && answer.status === 401) {
      // An answer that nobody reads stays open in the browser.
      await answer.text();
      return null;
    }
    await throwIfNotOk(answer);
    return readJson<T>(answer);
  };
}

/** For `useQuery(key, { fetcher: nullOn401 })`: a visitor who is not signed in is an empty result. */
export const nullOn401 = makeFetcher({ on401: "null" });
