import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ApiError } from "../src/api/client";
import { saveDocumentsStep, savePersonal, saveProject, type Booking } from "../src/features/booking/bookingApi";
import { asked, furthestStep, isUnsaved, noPersonal, noProject } from "../src/features/booking/bookingRules";
import { unlessBooked } from "../src/features/booking/unlessBooked";
import { answerWith, freshStores, type Call } from "./browser";

beforeEach(freshStores);

const personal = { ...noPersonal, fullName: "Ann Able", email: "ann@example.com" };
const project = { ...noProject, serviceType: "scope_tender", message: "Two storeys" };

/** A server with a draft or none, and a booking made or not; it answers the steps as it would. */
function server(state: { draft: boolean; booked: boolean }): Call[] {
  return answerWith(({ method, url, body }) => {
    if (url === "/api/bookings/confirmation") return { body: { state: state.booked ? "confirmed" : "none" } };
    if (method === "GET") return { body: { booking: state.draft ? { step: 2 } : null } };
    const { step } = body as { step: number };
    if (step > 1 && !state.draft) return { status: 409, body: { message: "There is no draft.", fields: {} } };
    state.draft = true;
    return { body: { step: step + 1 } };
  });
}

const steps = (calls: readonly Call[]): unknown[] => calls.filter(({ method }) => method === "POST").map(({ body }) => (body as { step: number }).step);

const cases: [string, number, boolean, () => Promise<Booking>, { draft: boolean; booked: boolean }, unknown[], number | null][] = [
  ["a first step begins a draft", 1, false, () => savePersonal(personal), { draft: false, booked: false }, [1], 2],
  ["a first step that was begun corrects its draft", 1, true, () => savePersonal(personal), { draft: true, booked: false }, [1], 2],
  ["a first step whose draft ended begins another", 1, true, () => savePersonal(personal), { draft: false, booked: false }, [1], 2],
  ["a first step after a booking in another tab begins none", 1, true, () => savePersonal(personal), { draft: false, booked: true }, [], null],
  ["a new first step after an earlier booking begins one", 1, false, () => savePersonal(personal), { draft: false, booked: true }, [1], 2],
  ["a second step follows", 2, true, () => saveProject(project), { draft: true, booked: false }, [2], 3],
  ["a second step whose draft ended begins it again", 2, true, () => saveProject(project), { draft: false, booked: false }, [2, 1, 2], 3],
  ["a second step after a booking sends nothing more", 2, true, () => saveProject(project), { draft: false, booked: true }, [2], null],
  ["a third step after a booking sends nothing more", 3, true, () => saveDocumentsStep(), { draft: false, booked: true }, [3], null],
];
for (const [what, from, begun, send, state, sent, opens] of cases) {
  test(what, async () => {
    const calls = server({ ...state });
    const draft = await unlessBooked(from, begun, send, personal);
    assert.deepEqual([steps(calls), draft?.step ?? null], [sent, opens]);
  });
}

test("a third step without a draft is told, since its answers are not all here", async () => {
  server({ draft: false, booked: false });
  await assert.rejects(unlessBooked(3, true, () => saveDocumentsStep(), personal), (error) => error instanceof ApiError && error.status === 409);
});

test("other refusals and dead lines are told as they are", async () => {
  answerWith(() => ({ status: 422, body: { message: "Please correct the marked fields.", fields: { fullName: "Too long" } } }));
  await assert.rejects(unlessBooked(2, true, () => saveProject(project), personal), (error) => error instanceof ApiError && error.body.fields.fullName === "Too long");
  answerWith(() => new TypeError("Failed to fetch"));
  await assert.rejects(unlessBooked(1, false, () => savePersonal(personal), personal), TypeError);
});

test("a package that is not chosen goes as none", async () => {
  const calls = server({ draft: true, booked: false });
  await saveProject(project);
  assert.equal((calls[0]?.body as { package: unknown }).package, null);
});

for (const [query, expected] of [
  ["", {}],
  ["?service=scope_tender", { serviceType: "scope_tender" }],
  ["?service=contract_review&package=professional", { serviceType: "contract_review", package: "professional" }],
  ["?service=contract_review&package=gold", { serviceType: "contract_review" }],
  ["?service=scope_tender&package=professional", { serviceType: "scope_tender" }],
  ["?service=<script>&package=professional", {}],
] as const) {
  test(`the address asks for: ${query || "nothing"}`, () => assert.deepEqual(asked(query), expected));
}

const essential = { serviceType: "contract_review", package: "essential" };
const tender = { serviceType: "scope_tender", package: null };
for (const [what, draft, chosen, step, unsaved, opens] of [
  ["another package", essential, { serviceType: "contract_review", package: "premium" }, 4, true, 2],
  ["another package, with documents still to come", essential, { serviceType: "contract_review", package: "premium" }, 3, true, 2],
  ["a package in place of none", { serviceType: "contract_review", package: null }, essential, 4, true, 2],
  ["no package in place of one", essential, { serviceType: "contract_review", package: "" }, 4, true, 2],
  ["another service", tender, { serviceType: "contract_review", package: "premium" }, 4, true, 2],
  ["the same package", essential, essential, 4, false, 4],
  ["a package that goes with no service", tender, { serviceType: "scope_tender", package: "premium" }, 4, false, 4],
  ["nothing", essential, { serviceType: "", package: "" }, 4, false, 4],
  ["a first service", { serviceType: null, package: null }, essential, 2, false, 2],
] as const) {
  test(`chosen after what the draft holds: ${what}`, () => {
    assert.deepEqual([isUnsaved(draft, chosen), furthestStep({ ...draft, step }, chosen)], [unsaved, opens]);
  });
}

test("without a draft the first step is open", () => assert.equal(furthestStep(null, essential), 1));
