import assert from "node:assert/strict";
import { test } from "node:test";
import { ifGivenBack } from "../src/features/admin/record/givenBack";

type Transfer = Parameters<typeof ifGivenBack>[0];

const bill = { reference: "HPM-12-2", cameCents: 80_000, keptCents: 80_000, dueBackCents: 80_000, withdrawn: true };
const said = (transfer: Transfer, cents: number): string => ifGivenBack(transfer, false, cents).before.replace(" A letter tells the client.", "");

test("what is refunded last of several payments says what went back before", () => {
  const begun = { ...bill, reference: "HPM-12", dueBackCents: 0, withdrawn: false };
  assert.equal(said(begun, 80_000), "All of the $800.00 that came for HPM-12 is refunded then, and it shows as refunded.");
  assert.equal(said({ ...begun, keptCents: 30_000 }, 30_000), "With $500.00 that went back before, all of the $800.00 that came for HPM-12 is refunded then, and it shows as refunded.");
  assert.equal(said(begun, 30_000), "$500.00 of the $800.00 that came for HPM-12 stays here.");
});

test("of a withdrawn bill all that came is to be given back, and nothing of it is its price", () => {
  const rest = "$400.00 of the $800.00 that came for HPM-12-2 is still here then, and nothing of it is owed: please agree what it is for, or refund it.";
  assert.equal(said(bill, 40_000), `HPM-12-2 was withdrawn. ${rest}`);
  assert.equal(said({ ...bill, keptCents: 40_000, dueBackCents: 40_000 }, 40_000), "With $400.00 that went back before, all of the $800.00 that came for HPM-12-2 is refunded then.");
});
