import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { keepProductNames, mostNames, productNames } from "./product-names.server.ts";

let database: OpenDatabase;
let db: Database;
let client: Client;
let other: Client;
let ribeye: string;
let roast: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  [client, other] = [await signedInClient(db), await signedInClient(db)];
  ribeye = (await insertProduct(db, { name: "Ribeye Steak" })).id;
  roast = (await insertProduct(db, { name: "Chuck Roast" })).id;
});
afterAll(() => database.close());

describe("a customer's names for products", () => {
  it("are stored in normalized form, and newer ones replace older ones", async () => {
    await keepProductNames(db, client, [
      { name: "The  Good-One", productId: ribeye },
      { name: "pot roast", productId: roast },
    ]);
    await keepProductNames(db, client, [{ name: "the good one", productId: roast }]);
    expect(await productNames(db, client)).toEqual({ "the good one": roast, "pot roast": roast });
    expect(await productNames(db, other)).toEqual({});
  });

  it("are skipped if they are invalid or their product is unknown", async () => {
    const before = await productNames(db, client);
    await keepProductNames(db, client, [
      { name: " - ", productId: ribeye },
      { name: "gone", productId: crypto.randomUUID() },
      { name: "forged", productId: "x" },
    ]);
    expect(await productNames(db, client)).toEqual(before);
  });

  it("are limited in number by dropping the oldest, even if two lists are stored concurrently", async () => {
    const named = (from: string) =>
      Array.from({ length: mostNames }, (_, n) => ({ name: `${from} ${n}`, productId: ribeye }));
    await keepProductNames(db, other, named("first"));
    await Promise.all([
      keepProductNames(db, other, named("second").slice(0, 20)),
      keepProductNames(db, other, named("third").slice(0, 20)),
    ]);
    const kept = Object.keys(await productNames(db, other));
    expect(kept).toHaveLength(mostNames);
    expect(kept.filter((name) => !name.startsWith("first"))).toHaveLength(40);
  });

  it("are refused from members who may only see orders", async () => {
    const viewer: Client = { ...client, role: "viewer" };
    await expect(
      keepProductNames(db, viewer, [{ name: "mine", productId: ribeye }]),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});
