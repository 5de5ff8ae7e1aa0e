import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ApiError } from "../src/api/client";
import { recallOnboarding } from "../src/api/onboardingDraft";
import type { Uploads } from "../src/components/useUploads";
import { submit, TimeTaken, type Stage, type Submission } from "../src/features/onboarding/submitChain";
import { answerWith, freshStores, type Call } from "./browser";

beforeEach(freshStores);

const details = {
  name: "Ann Able", email: "ann@example.com", phone: "0400 000 000", company: "",
  addressStreet: "8 Woniora Road", addressCity: "Hurstville", addressState: "NSW", addressZip: "2220", enquiryType: "planning",
};

function submission(arrives = true): Submission & { stages: Stage[] } {
  const stages: Stage[] = [];
  const uploads = { settle: () => Promise.resolve(arrives) } as Partial<Uploads> as Uploads;
  const slot = { id: 12, date: "2026-05-12T00:00:00Z" };
  return { details, service: "planning_approvals", slot, way: "video", uploads, stages, onStage: (stage) => stages.push(stage) };
}

/** A server that takes everything, but for what `refuse` answers. */
function server(refuse: (call: Call) => { status: number; body?: unknown } | Error | null = () => null): Call[] {
  return answerWith((call) => refuse(call) ?? (call.url === "/api/clients" || call.url === "/api/projects" ? { body: { id: 7 } } : {}));
}

const asked = (calls: readonly Call[]): string[] => calls.map(({ method, url }) => `${method} ${url}`);
const whole = [
  "POST /api/clients", "POST /api/projects", "POST /api/projects/7/meeting", "PATCH /api/slots/12/book", "PATCH /api/projects/7",
];

test("the calls come in the specified order, and each stage is told", async () => {
  const calls = server();
  const sent = submission();
  assert.equal(await submit(sent), 7);
  assert.deepEqual(asked(calls), whole);
  assert.deepEqual([...new Set(sent.stages)], ["client", "project", "slot", "appointment", "documents"]);
  assert.equal(recallOnboarding().projectId, 7);
});

test("after a dead line everything goes again under the same name, so that nothing is made twice", async () => {
  let dead = true;
  const calls = server(({ url }) => (url === "/api/projects" && dead ? new TypeError("Failed to fetch") : null));
  await assert.rejects(submit(submission()), TypeError);
  dead = false;
  assert.equal(await submit(submission()), 7);
  const keys = calls.filter(({ url }) => url === "/api/clients").map(({ key }) => key);
  assert.equal(keys.length, 2);
  assert.equal(new Set(keys).size, 1);
  assert.ok(keys[0]);
});

test("a submission whose project is paid or closed becomes another one", async () => {
  const keys: (string | null)[] = [];
  server(({ url, key }) => {
    if (url !== "/api/clients") return null;
    keys.push(key);
    return keys.length === 1 ? { status: 409, body: { message: "It is paid.", fields: {} } } : null;
  });
  assert.equal(await submit(submission()), 7);
  assert.equal(new Set(keys).size, 2);
});

for (const status of [404, 409]) {
  test(`a time that cannot be had (${status}) is told with the server's words, and the rest stays`, async () => {
    const body = { message: "That time has passed.", fields: {} };
    const calls = server(({ url }) => (url.startsWith("/api/slots/") ? { status, body } : null));
    await assert.rejects(submit(submission()), (error) => error instanceof TimeTaken && error.message === "That time has passed.");
    assert.deepEqual(asked(calls), whole.slice(0, 4));
    assert.deepEqual([recallOnboarding().heldSlot, recallOnboarding().projectId], [null, 7]);
  });
}

test("another failure of the calendar is not called a taken time", async () => {
  server(({ url }) => (url.startsWith("/api/slots/") ? { status: 503 } : null));
  await assert.rejects(submit(submission()), (error) => error instanceof ApiError && error.status === 503);
});

test("documents that did not arrive hold the submission back, with its time kept", async () => {
  server();
  await assert.rejects(submit(submission(false)), TypeError);
  assert.equal(recallOnboarding().heldSlot, 12);
});
