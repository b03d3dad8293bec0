import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { openSettings, type Settings } from "#app/domain/settings/kept-settings.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { primalCuts, primals } from "#db/schema/meat/primals.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import { seedCatalogue } from "#server/seed/seed.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { importsOf } from "#tests/setup/files/importing.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import {
  beginWithEmptyCatalogue,
  decideOpeningCatalogue,
  readOpeningCatalogue,
} from "./opening-catalogue.server.ts";

let database: OpenDatabase | undefined;
let db: Database;
let admin: Admin;
let settings: Settings;

beforeEach(async () => {
  await database?.close();
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  settings = await openSettings(db, silentLog);
  await seedCatalogue(db);
});
afterAll(() => database?.close());

const read = () => readOpeningCatalogue(db, settings, admin);
const names = async () =>
  (await db.select({ name: products.name }).from(products)).map((of) => of.name);

describe("the opening catalogue", () => {
  it("can be removed in one step, except for edited products, and isn't added again", async () => {
    const all = catalogue.length;
    expect(await read()).toMatchObject({ untouched: all, onSale: all, canBeginEmpty: true });
    await insertProduct(db, { name: "Our own" });
    await db.update(products).set({ pricePerLb: "30.00" }).where(eq(products.slug, "ribeye-steak"));
    await db.update(products).set({ isActive: false }).where(eq(products.slug, "oxtail"));
    expect(await read()).toMatchObject({ untouched: all - 1, onSale: all - 2 });
    expect(await beginWithEmptyCatalogue(db, admin)).toBe(all - 1);
    expect((await names()).sort()).toEqual(["Our own", "Ribeye Steak"]);
    expect(await read()).toMatchObject({ untouched: 0, onSale: 0, canBeginEmpty: false });
    expect(await beginWithEmptyCatalogue(db, admin)).toBe(0);
    expect(await seedCatalogue(db)).toBe(0);
    const logged = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, "opening-catalogue"));
    expect(logged).toMatchObject([{ action: "catalogue emptied", actorEmail: admin.email }]);
  });

  it("leaves out products of which any column was edited", async () => {
    const edits: Partial<typeof products.$inferInsert>[] = [
      { gtin: "04006381333931" },
      { tareG: 20 },
      { typicalPieceLb: "1.11" },
      { orderStepLb: "0.50" },
      { overCapPct: 5 },
      { taxCode: "G" },
      { storage: "frozen" },
      { isTraced: true },
      { cutType: "Our own" },
      { otherNames: "Our own" },
    ];
    const some = await db
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.storage, "refrigerated"), eq(products.isTraced, false)))
      .limit(edits.length);
    for (const [at, { id }] of some.entries()) {
      await db
        .update(products)
        .set(edits[at] ?? {})
        .where(eq(products.id, id));
    }
    expect(await beginWithEmptyCatalogue(db, admin)).toBe(catalogue.length - edits.length);
    expect(await names()).toHaveLength(edits.length);
  });

  it("leaves out products with stock, own images or own yields, but not with samples", async () => {
    const [ribeye = "", oxtail = "", brisket = "", flank = "", sample = ""] = (
      await db.select({ id: products.id }).from(products)
    ).map(({ id }) => id);
    await db.insert(productStock).values({ productId: ribeye, tracking: "lb" });
    await db.insert(stockEntries).values({ productId: oxtail, kind: "received", lb: "12.00" });
    const file = { version: 1, digest: "a".repeat(64), contentType: "image/webp" };
    const size = { width: 1, height: 1, bytes: 1, preview: "" };
    for (const [productId, isSample] of [
      [brisket, false],
      [sample, true],
    ] as const) {
      const path = `products/${productId}.webp`;
      await db.insert(images).values({ ...file, ...size, path, isSample });
      const url = `/photos/${path}?t=1`;
      await db.insert(imageMappings).values({ section: "product", imageKey: productId, url });
      await db.update(products).set({ imageUrl: url }).where(eq(products.id, productId));
      const [primal] = await db
        .insert(primals)
        .values({ name: productId, isSample })
        .returning({ id: primals.id });
      const cut = { productId: isSample ? sample : flank, yieldPct: "10.00" };
      await db.insert(primalCuts).values({ ...cut, primalId: primal?.id ?? "" });
    }
    expect(await beginWithEmptyCatalogue(db, admin)).toBe(catalogue.length - 4);
    const left = await db.select({ id: products.id }).from(products);
    expect(left.map(({ id }) => id).sort()).toEqual([ribeye, oxtail, brisket, flank].sort());
  });

  it("can't be removed once there is an order", async () => {
    const { user } = await insertClient(db);
    await insertOrder(db, user.id);
    expect(await read()).toMatchObject({ canBeginEmpty: false });
    expect(await beginWithEmptyCatalogue(db, admin)).toBe(null);
    expect(await decideOpeningCatalogue(db, settings, admin, "begin-empty")).toBeNull();
    expect(await names()).toHaveLength(catalogue.length);
  });

  it("stores that the owner keeps it, and that its prices are the owner's", async () => {
    expect(await read()).toMatchObject({ isKept: false, arePricesOurs: false });
    await decideOpeningCatalogue(db, settings, admin, "keep-opening");
    await decideOpeningCatalogue(db, settings, admin, "own-prices");
    expect(await read()).toMatchObject({ isKept: true, arePricesOurs: true });
  });

  it("stores a decision again, also where the first one isn't known yet", async () => {
    const elsewhere = await openSettings(db, silentLog);
    await decideOpeningCatalogue(db, settings, admin, "own-prices");
    for (const press of ["own-prices", "keep-opening"] as const) {
      expect(await decideOpeningCatalogue(db, elsewhere, admin, press)).toBe(0);
      expect(await decideOpeningCatalogue(db, settings, admin, press)).toBe(0);
    }
    expect(await read()).toMatchObject({ isKept: true, arePricesOurs: true });
  });

  it("leaves no data behind in products imported after its removal", async () => {
    const files = importsOf(db, admin);
    const csv = "Item no,Name,Price\n1,Wagyu Ribeye,80.00\n2,Wagyu Brisket,40.00";
    const id = await files.upload("products", csv);
    expect(await files.rowsOf(id)).toEqual(["changed", "changed"]);
    await decideOpeningCatalogue(db, settings, admin, "begin-empty");
    const again = await files.upload("products", csv);
    expect(await files.rowsOf(again)).toEqual(["new", "new"]);
    expect(await files.apply(again)).toBe("applied");
    const stored = await db.select().from(products).orderBy(products.itemNumber);
    expect(stored).toMatchObject([
      { name: "Wagyu Ribeye", slug: "wagyu-ribeye", otherNames: "", description: "" },
      { name: "Wagyu Brisket", slug: "wagyu-brisket", imageUrl: null },
    ]);
  });
});
