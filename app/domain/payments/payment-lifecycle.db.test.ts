import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changesOf } from "#app/lib/lifecycle.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { payments } from "#db/schema/money/payments.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { paymentLifecycle } from "./payment-lifecycle.ts";
import { changePaymentState } from "./payment-state.server.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});

afterAll(() => database.close());

async function paymentIn(state: "confirming" | "needs_customer" | "released") {
  const { customerId } = await signedInClient(db);
  const [payment] = await db
    .insert(payments)
    .values({ customerId, state, cents: 100, requestId: sql`gen_random_uuid()` })
    .returning({ id: payments.id });
  return payment?.id ?? "";
}

it("equals the state changes in the database", async () => {
  const { rows } = await db.execute<{ change: string }>(
    sql`select old_state || ' → ' || new_state as change from payment_state_changes()`,
  );
  expect(rows.map(({ change }) => change).sort()).toEqual(changesOf(paymentLifecycle));
});

it("is enforced by the database on every write", async () => {
  const id = await paymentIn("needs_customer");
  const statement = db.update(payments).set({ state: "holding" }).where(eq(payments.id, id));
  const refusal = await statement.catch((error) => databaseErrorOf(error)?.constraint);
  expect(refusal).toBe("payments_lifecycle");
});

it("is enforced by changePaymentState, which is idempotent", async () => {
  const id = await paymentIn("confirming");
  const change = (verb: Parameters<typeof changePaymentState>[2]) =>
    db.transaction((tx) => changePaymentState(tx, id, verb));
  await expect(change("ask capture")).rejects.toThrow("can't ask capture");
  await change("void");
  const [before] = await db.select().from(payments).where(eq(payments.id, id));
  await change("void");
  const [after] = await db.select().from(payments).where(eq(payments.id, id));
  expect(after).toEqual(before);
  expect(after?.state).toBe("released");
});
