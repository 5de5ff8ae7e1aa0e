import assert from "node:assert/strict";
import { test } from "node:test";
import { knownAs } from "../src/features/admin/clients/knownAs";

const sophie = { name: "Sophie Laurent", email: "sophie@example.com", proved: true };

test("a caller is known by the whole address, the whole name or its beginning, of whom we know that they are a client", () => {
  const table: [string, string, string][] = [
    ["", "Sophie@Example.com ", "email"],
    ["Somebody Else", "sophie@example.com", "email"],
    [" sophie  laurent", "", "name"],
    ["Sophie Laurent", "other@example.com", "name"],
    ["Sophie", "", "near"],
    ["sophie la", "", "near"],
    ["Laurent", "new@example.com", "near"],
    ["So", "", ""],
    ["Sophie B", "", ""],
    ["", "sophie@example.co", ""],
    ["", "", ""],
  ];
  for (const [name, email, known] of table) assert.equal(knownAs(sophie, { name, email }), known, `${name} ${email}`);
  assert.equal(knownAs({ ...sophie, proved: false }, { name: "", email: sophie.email }), "");
});
