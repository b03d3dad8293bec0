import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { smallDifference } from "./difference.server.ts";
import { differenceInWords } from "./difference.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});

beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
});

afterAll(() => database.close());

async function invoice(totalPrice: string) {
  const order = await insertFilledOrder(db, customerId, { status: "fulfilled", totalPrice });
  await issueFor(db, order);
}

const pay = (cents: number) =>
  bookPayment(db, admin, {
    customerId,
    requestId: randomUUID(),
    cents,
    method: "cheque",
    reference: "",
    note: "",
    receivedOn: pacificDay(new Date()),
    settles: "oldest first",
  });

const difference = () => smallDifference(db, admin, customerId);

it("smallDifference is what payments left open or overpaid, without invoices that aren't due", async () => {
  expect(await difference()).toBeNull();
  await invoice("100.00");
  expect(await difference()).toBeNull();
  await pay(99_58);
  expect(await difference()).toBe(42);
  await invoice("300.00");
  expect(await difference()).toBe(42);
  await pay(300_42 + 5_00);
  expect(await difference()).toBe(-5_00);
});

it("smallDifference is null above $5.00, in either direction", async () => {
  await invoice("100.00");
  await pay(94_99);
  expect(await difference()).toBeNull();
  await pay(1);
  expect(await difference()).toBe(5_00);
  await pay(5_00 + 5_01);
  expect(await difference()).toBeNull();
});

it.each([
  [-42, "$0.42 to your credit from earlier, settled with your next payment."],
  [42, "$0.42 still open from earlier, to be added to your next payment."],
])("differenceInWords describes %i cents", (cents, words) => {
  expect(differenceInWords(cents)).toBe(words);
});
