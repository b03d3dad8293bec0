import { expect, it } from "vitest";
import { bookFields, checkRowDecision } from "./decide-form.ts";

const rowId = "3f0c8a52-5f0e-4f55-8d5d-0b3a7f2f9a11";

it("reads the form of a proposal", () => {
  const settles = [{ entryId: "a", cents: 1_250 }];
  expect(checkRowDecision({ rowId, ...bookFields("c", settles) })).toEqual({
    data: { intent: "book", rowId, customerId: "c", settles },
  });
  expect(checkRowDecision({ rowId, ...bookFields("c", []) }).data).toMatchObject({ settles: [] });
});

it("accepts other intents without fields, and no unknown ones", () => {
  expect(checkRowDecision({ rowId, intent: "ignore", customerId: "c" })).toEqual({
    data: { intent: "ignore", rowId },
  });
  expect(checkRowDecision({ rowId, intent: "burn" }).refused).toMatchObject({ rowId });
});

it("marks an invalid amount, and keeps the typed one", () => {
  const fields = { rowId, intent: "book", customerId: "c", "settle-a": "lots" };
  expect(checkRowDecision(fields).refused).toMatchObject({
    errors: { "settle-a": [expect.any(String)] },
    values: fields,
  });
});
