import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { setProductActive } from "#app/domain/catalogue/products-admin.server.ts";
import { updateProfile } from "#app/domain/customers/profiles.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listHistory } from "./history.server.ts";

let database: OpenDatabase;
let admin: Admin;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  client = await signedInClient(database.db);
});
afterAll(() => database.close());

const historyOf = (entity: "order" | "product" | "client", entityId: string) =>
  listHistory(database.db, admin, { entity, entityId });

describe("listHistory", () => {
  it("lists a product's changes and their authors, newest first", async () => {
    const { id } = await insertProduct(database.db);
    await setProductActive(database.db, admin, id, false);
    await setProductActive(database.db, admin, id, true);
    expect(await historyOf("product", id)).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Date),
        actorEmail: admin.email,
        action: "activated",
        before: { isActive: false },
        after: { isActive: true },
      },
      expect.objectContaining({ action: "deactivated" }),
    ]);
  });

  it("lists the changes of an order and of a client", async () => {
    const order = await insertFilledOrder(database.db, client.userId);
    await fulfilOrder(database.db, admin, order.id, shop);
    expect(await historyOf("order", order.id)).toMatchObject([
      { action: "fulfilled", after: { status: "fulfilled" } },
    ]);
    await updateProfile(database.db, client, { phone: "604-555-0199" });
    expect(await historyOf("client", client.userId)).toMatchObject([
      { action: "updated", actorEmail: client.email, after: { phone: "604-555-0199" } },
    ]);
  });

  it("lists at most the 50 latest changes", async () => {
    const entityId = randomUUID();
    const entry = { actorEmail: "a@example.com", entity: "product" as const, entityId };
    const actions = Array.from({ length: 60 }, (_, index) => `change ${index}`);
    await database.db.insert(auditLog).values(actions.map((action) => ({ ...entry, action })));
    const listed = await historyOf("product", entityId);
    expect(listed.map(({ action }) => action)).toEqual(actions.toReversed().slice(0, 50));
  });

  it.each(["", "nothing", "a\0b", "%"])("is empty for %j", async (id) => {
    expect(await historyOf("order", id)).toEqual([]);
  });

  it("doesn't list a product's changes for an order with the same id", async () => {
    const { id } = await insertProduct(database.db);
    await setProductActive(database.db, admin, id, false);
    expect(await historyOf("order", id)).toEqual([]);
  });
});
