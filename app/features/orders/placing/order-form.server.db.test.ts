import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "#app/features/auth/capability.ts";
import { reviewCounts } from "#app/features/limits/limits.ts";
import { createRateLimits } from "#app/features/limits/rate-limits.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { emptyDraft } from "../draft/order-draft.ts";
import { answerOrderForm } from "./order-form.server.ts";
import type { OrderIntent } from "./order-form.ts";

let database: OpenDatabase;
let db: Database;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db);
});
afterAll(() => database.close());

it("is reviewed only so often, and says when again with everything that was sent", async () => {
  const { id, pricePerLb } = await insertProduct(db, { name: "Ribeye Steak" });
  const line = {
    productId: id,
    name: "",
    quantity: "9",
    seenUnit: "lb",
    seenPricePerLb: pricePerLb,
  };
  const draft = {
    ...emptyDraft,
    requestId: crypto.randomUUID(),
    lines: [line],
    notes: "Thick",
    allowsSubstitutes: true,
  };
  const limits = createRateLimits(db, "a secret of this test");
  const context = {
    db,
    limits,
    clientAddress: "198.51.100.7",
    shop,
    minOrderCents: 0,
    needsConfirmedEmail: false,
    log: silentLog,
  };
  const answer = (intent: OrderIntent) => answerOrderForm(context, client, { draft, intent });
  expect(await answer("review")).toMatchObject({ status: 200 });

  const counts = reviewCounts(context.clientAddress, client.userId);
  while ((await limits.takeAll(counts)) === null);
  for (const intent of ["review", "pick"] as const) {
    const refused = await answer(intent);
    expect(refused).toMatchObject({ status: 429, refused: { draft } });
    expect(refused).toMatchObject({ headers: { "Retry-After": expect.stringMatching(/^\d+$/) } });
  }
  // Placing has a limit of its own.
  expect(await answer("place")).toHaveProperty("placed");
});
