/** What the tested code finds in a browser and Node has not. */

/** A storage that lasts as long as the test; as in a browser, text only. */
export class Store implements Storage {
  [name: string]: unknown;
  private readonly kept = new Map<string, string>();

  get length(): number {
    return this.kept.size;
  }

  clear(): void {
    this.kept.clear();
  }

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.kept.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.kept.delete(key);
  }

  setItem(key: string, value: string): void {
    this.kept.set(key, String(value));
  }
}

/** Fresh storages for a test. */
export function freshStores(): void {
  Object.assign(globalThis, { localStorage: new Store(), sessionStorage: new Store() });
}

export type Call = { method: string; url: string; body: unknown; key: string | null };

/**
 * Answers every request with what `answer` makes of it: a status with a body, or an Error for a line that is dead.
 * Answers the list of calls, which grows.
 */
export function answerWith(answer: (call: Call) => { status?: number; body?: unknown } | Error): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method: init?.method ?? "GET", url: url as string, body, key: headers.get("Idempotency-Key") };
    calls.push(call);
    const given = answer(call);
    if (given instanceof Error) return Promise.reject(given);
    return Promise.resolve(new Response(JSON.stringify(given.body ?? null), { status: given.status ?? 200 }));
  };
  return calls;
}
