import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { setProductActive } from "#app/domain/catalogue/products-admin.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { account, user, verification } from "#db/schema/accounts.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { dataImports, importMappings, openingBalances } from "#db/schema/imports.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { supplierCodes, suppliers } from "#db/schema/meat/receiving.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { balancesOn } from "#db/schema/money/ledger.ts";
import { priceListItems, priceLists, scheduledPrices } from "#db/schema/money/prices.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { guideItems, orderGuides, standingLines, standingOrders } from "#db/schema/usual-orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertFilledOrder, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { importsOf } from "#tests/setup/files/importing.ts";
import { workbookOf } from "#tests/setup/files/workbook.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  applyImport,
  compareAgain,
  discardImport,
  getImport,
  listImportRows,
  listImports,
  readImport,
  storeImport,
  undoImport,
} from "./imports.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let files: ReturnType<typeof importsOf>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  files = importsOf(db, admin);
});
afterAll(() => database.close());

beforeEach(async () => {
  await db.delete(dataImports);
  await db.delete(importMappings);
  await db.delete(priceLists);
  await db.delete(products);
});

const today = pacificDay(new Date());

const productNamed = async (name: string) =>
  (await db.select().from(products).where(eq(products.name, name)))[0];

describe("imported products", () => {
  const csv = [
    "Item no,Name,Category,Price,Sold by,Typical piece (lb)",
    '12,Ribeye Steak,Prime Rib,"$24.99/lb",piece,1.25 lb',
    '13,Ground Beef,ground,"1,234.50",pound,',
  ].join("\n");

  it("are added, changed and logged; the same file again changes nothing; undoing removes them", async () => {
    await insertProduct(db, { name: "Ribeye Steak", itemNumber: 12, pricePerLb: "20.00" });
    const id = await files.upload("products", csv);
    expect(await files.rowsOf(id)).toEqual(["changed", "new"]);
    expect((await productNamed("Ground Beef"))?.id).toBeUndefined();
    expect(await files.apply(id)).toBe("applied");
    const [ribeye, ground] = [
      await productNamed("Ribeye Steak"),
      await productNamed("Ground Beef"),
    ];
    expect(ribeye).toMatchObject({ pricePerLb: "24.99", soldBy: "piece", typicalPieceLb: "1.25" });
    expect(ground).toMatchObject({ slug: "ground-beef", pricePerLb: "1234.50", itemNumber: 13 });
    expect(await auditEntries(db, "product", ground?.id ?? "")).toMatchObject([
      { actorId: admin.userId, action: "created by import", after: { name: "Ground Beef" } },
    ]);
    expect(await auditEntries(db, "product", ribeye?.id ?? "")).toMatchObject([
      {
        action: "edited by import",
        before: { pricePerLb: "20.00" },
        after: { pricePerLb: "24.99" },
      },
    ]);

    const again = await files.upload("products", csv);
    expect(await files.rowsOf(again)).toEqual(["unchanged", "unchanged"]);
    expect(await files.apply(again)).toBe("nothing to do");

    expect(await files.undo(id)).toBe("undone");
    expect(await productNamed("Ground Beef")).toBeUndefined();
    expect(await productNamed("Ribeye Steak")).toMatchObject({ pricePerLb: "20.00", soldBy: "lb" });
    expect(await files.undo(id)).toBe("at work");
  });

  it("stay when their import is undone if they were edited or ordered since, and are listed", async () => {
    await insertProduct(db, { name: "Ribeye Steak", itemNumber: 12, pricePerLb: "20.00" });
    const id = await files.upload("products", csv);
    await files.apply(id);
    const ground = await productNamed("Ground Beef");
    const { user: client } = await insertClient(db);
    const order = await insertOrder(db, client.id);
    await insertOrderItem(db, order.id, { productId: ground?.id ?? null });
    await db.update(products).set({ pricePerLb: "30.00" }).where(eq(products.itemNumber, 12));
    await files.undo(id);
    expect(await files.rowsOf(id)).toEqual([
      "changed: It was edited since, and stays.",
      "new: It was ordered, so it is only deactivated.",
    ]);
    expect(await productNamed("Ribeye Steak")).toMatchObject({ pricePerLb: "30.00" });
    expect(await productNamed("Ground Beef")).toMatchObject({ isActive: false });
    expect((await getImport(db, admin, id))?.counts).toMatchObject({ kept: 2 });
  });

  it("stay when their import is undone if they are in a standing order, an order guide, stock or a supplier's codes", async () => {
    const names = ["Brisket", "Chuck", "Flank", "Oxtail", "Shank"];
    const rows = names.map((name) => `${name},9.50`);
    const id = await files.upload("products", ["Name,Price", ...rows].join("\n"));
    await files.apply(id);
    const { user: client } = await insertClient(db);
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, client.id));
    const siteId = site?.id ?? "";
    const idOf = async (name: string) => (await productNamed(name))?.id ?? "";
    const zone = await insertZone(db);
    const [standing] = await db
      .insert(standingOrders)
      .values({ customerId: client.id, siteId, zoneId: zone.id, weekday: 1, startsOn: today })
      .returning();
    await db.insert(standingLines).values({
      standingOrderId: standing?.id ?? "",
      productId: await idOf("Brisket"),
      position: 1,
      quantity: "20.00",
      unit: "lb",
      seenPricePerLb: "9.50",
    });
    await db.insert(orderGuides).values({ siteId });
    await db.insert(guideItems).values({ siteId, productId: await idOf("Chuck"), position: 1 });
    await db
      .insert(stockEntries)
      .values({ productId: await idOf("Flank"), kind: "received", lb: "300.00" });
    const [supplier] = await db.insert(suppliers).values({ name: "Sample Packers" }).returning();
    await db
      .insert(supplierCodes)
      .values({ supplierId: supplier?.id ?? "", code: "OX1", productId: await idOf("Oxtail") });
    await files.undo(id);
    const kept = "new: It has been used since, such as in an order guide or stock, so it was kept.";
    expect(await files.rowsOf(id)).toEqual([kept, kept, kept, kept, "new"]);
    expect(await productNamed("Shank")).toBeUndefined();
    expect(await db.$count(standingLines)).toBe(1);
  });

  it("that an undone import left inactive are reactivated by the same file, unlike those that staff deactivated", async () => {
    const undone = await files.upload("products", csv);
    await files.apply(undone);
    const ground = await productNamed("Ground Beef");
    const order = await insertOrder(db, (await insertClient(db)).user.id);
    await insertOrderItem(db, order.id, { productId: ground?.id ?? null });
    await files.undo(undone);
    expect(await productNamed("Ground Beef")).toMatchObject({ isActive: false });

    const again = await files.upload("products", csv);
    expect(await files.rowsOf(again)).toEqual(["new", "changed"]);
    const { rows } = await listImportRows(db, admin, again, { filter: "changed" });
    expect(rows).toMatchObject([{ before: { isActive: false }, after: { isActive: true } }]);
    expect(await files.apply(again)).toBe("applied");
    expect(await productNamed("Ground Beef")).toMatchObject({ id: ground?.id, isActive: true });

    await setProductActive(db, admin, ground?.id ?? "", false);
    expect(await files.rowsOf(await files.upload("products", csv))).toEqual([
      "unchanged",
      "unchanged",
    ]);
  });

  it("that staff deactivated before their import was undone stay so with the same file", async () => {
    const undone = await files.upload("products", csv);
    await files.apply(undone);
    const ground = await productNamed("Ground Beef");
    const order = await insertOrder(db, (await insertClient(db)).user.id);
    await insertOrderItem(db, order.id, { productId: ground?.id ?? null });
    await setProductActive(db, admin, ground?.id ?? "", false);
    await files.undo(undone);
    expect(await files.rowsOf(await files.upload("products", csv))).toEqual(["new", "unchanged"]);
  });

  it("can't be undone before later imports, which are listed newest first", async () => {
    const upload = async (kind: "products" | "prices", text: string) => {
      const id = await files.upload(kind, text);
      expect(await files.apply(id)).toBe("applied");
      return id;
    };
    const first = await upload("products", csv);
    const prices = await upload("prices", "Price list,Item no,Price\nChefs,13,9.50");
    const more = await upload("products", "Item no,Price\n13,8.00");
    const undoneFirst = async (id: string) =>
      (await getImport(db, admin, id))?.undoFirst.map(({ kind }) => kind);
    expect(await undoneFirst(first)).toEqual(["products", "prices"]);
    expect(await undoneFirst(prices)).toEqual([]);
    expect(await undoneFirst(more)).toEqual([]);
    expect(await files.undo(first)).toBe("used since");
    expect((await getImport(db, admin, first))?.state).toBe("applied");
    await files.undo(more);
    expect(await undoneFirst(first)).toEqual(["prices"]);
    await files.undo(prices);
    expect(await undoneFirst(first)).toEqual([]);
    await files.undo(first);
    expect(await db.select().from(products)).toEqual([]);
  });

  it("may be written with decimal commas in every column", async () => {
    const id = await files.upload(
      "products",
      [
        "Item no;Name;Price;Sold by;Typical piece (lb);Order step (lb);Tolerance (%);Packaging (g)",
        "12,0;Ribeye Steak;24,99;piece;1,25 lb;0,5;7,0;12,00",
      ].join("\n"),
    );
    expect(await files.rowsOf(id)).toEqual(["new"]);
    await files.apply(id);
    expect(await productNamed("Ribeye Steak")).toMatchObject({
      itemNumber: 12,
      pricePerLb: "24.99",
      typicalPieceLb: "1.25",
      orderStepLb: "0.50",
      overCapPct: 7,
      tareG: 12,
    });
  });

  it("get their old price back when their import is undone, while existing orders keep the new one", async () => {
    const { id: productId } = await insertProduct(db, { itemNumber: 12, pricePerLb: "20.00" });
    const id = await files.upload("products", "Item no,Price\n12,24.99");
    await files.apply(id);
    const { user: client } = await insertClient(db);
    const order = await insertOrder(db, client.id);
    await insertOrderItem(db, order.id, { productId, pricePerLb: "24.99" });
    expect(await files.undo(id)).toBe("undone");
    expect(await files.rowsOf(id)).toEqual(["changed"]);
    expect(await db.select().from(products)).toMatchObject([{ pricePerLb: "20.00" }]);
    const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(lines).toMatchObject([{ productId, pricePerLb: "24.99" }]);
  });

  it("are refused row by row with a reason, and one refused row prevents the whole import", async () => {
    await insertProduct(db, { name: "Chuck", slug: "chuck", itemNumber: 7 });
    const id = await files.upload(
      "products",
      [
        "Name,Item no,Slug,Price,Sold by,Category",
        "Brisket,1,,twelve,,",
        "Brisket,2,,12,piece,",
        ",3,,12,,",
        "Flank,4,,,,",
        "Flank,5,,9/kg,,",
        "Shank,6,,9,,Veal",
        "Chuck roll,8,chuck,9,,",
        "Tongue,9,,9,,",
        "Tongue,10,,9,,",
        "Other,9,,9,,",
        "肉,11,,9,,",
        "0198C0DE-0000-4000-8000-000000000000,16,,9,,",
        "CHUCK,12,another,9,,",
        "Oxtail,13,oxtail,9,,",
        "oxtail,14,oxtail-2,9,,",
        "Ox\u202eliat,15,,9,,",
      ].join("\n"),
    );
    expect(await files.rowsOf(id)).toEqual([
      "refused: Price per lb (CAD): “twelve” isn't a valid price (example: 24.99).",
      "refused: A product sold by the piece needs a typical piece weight, in pounds.",
      "refused: Name: Please enter a name.",
      "refused: Price per lb (CAD): Please enter a price.",
      "refused: Price per lb (CAD): “9/kg” is per kilogram; prices here are per pound.",
      "refused: Category: “Veal” is none of: Chuck, Prime Rib, Loin, Sirloin, Round, Other Cuts, Pre-Cuts, Ground Beef.",
      "changed",
      "new",
      "refused: Row 9 has the same product.",
      "refused: Row 9 has the same item number.",
      ...Array(2).fill(
        "refused: No slug can be made from this name. Add one, such as ribeye-steak.",
      ),
      "refused: The product with the slug chuck has this name.",
      "new",
      "refused: Row 15 has the same name.",
      "refused: Name: Please remove the invisible characters.",
    ]);
    expect(await files.apply(id)).toBe("refused rows");
    expect(await db.select().from(products)).toHaveLength(1);
    expect(await discardImport(db, admin, id)).toBeNull();
    expect(await getImport(db, admin, id)).toBeNull();
  });

  it("that changed since the preview are listed as conflicts, and nothing is imported", async () => {
    const { id: productId } = await insertProduct(db, { name: "Ribeye Steak", itemNumber: 12 });
    const id = await files.upload("products", csv);
    await db.update(products).set({ pricePerLb: "99.00" }).where(eq(products.id, productId));
    expect(await files.apply(id)).toBe("read");
    const file = await getImport(db, admin, id);
    expect(file?.problem).toMatch(/^Nothing was imported: 1 product was changed/);
    const { rows } = await listImportRows(db, admin, id, { filter: "stale" });
    expect(rows.map(({ label }) => label)).toEqual(["Ribeye Steak"]);
    expect(await productNamed("Ground Beef")).toBeUndefined();

    expect(await compareAgain(db, admin, id)).toBeNull();
    await files.work(id);
    expect(await files.apply(id)).toBe("applied");
    expect(await productNamed("Ribeye Steak")).toMatchObject({ pricePerLb: "24.99" });
  });

  it("are imported once if two people import concurrently, and can't be undone after a day", async () => {
    const id = await files.upload("products", csv);
    const both = await Promise.all([1, 2].map(() => applyImport(db, admin, id, false)));
    expect(both.sort()).toEqual(["at work", null]);
    await Promise.all([files.work(id), files.work(id)]);
    expect(await db.select().from(products)).toHaveLength(2);
    await db
      .update(dataImports)
      .set({ appliedAt: sql`now() - interval '25 hours'` })
      .where(eq(dataImports.id, id));
    expect(await undoImport(db, admin, id, false)).toBe("too late");
    expect((await getImport(db, admin, id))?.canUndo).toBe(false);
  });

  it("are read from a workbook by the results of formulas, and refused for errors", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      `<row>${cell("Our price list, 2026")}</row>`,
      `<row>${cell("Name")}${cell("Price")}</row>`,
      `<row>${cell("Brisket")}<c><f>4*3</f><v>12</v></c></row>`,
      `<row>${cell("Flank")}<c><f>4*3</f></c></row>`,
      `<row>${cell("Shank")}<c t="e"><v>#REF!</v></c></row>`,
      `<row>${cell("=cmd()")}<c><v>9.990000000000001</v></c></row>`,
    ].join("");
    const id = await files.upload("products", workbookOf({ rows }));
    expect(await files.rowsOf(id)).toEqual([
      "new",
      "refused: Price per lb (CAD): the formula has no stored result; open the file in Excel and save it.",
      "refused: Price per lb (CAD): the cell shows #REF!.",
      "new",
    ]);
  });
});

describe("an uploaded file", () => {
  it.each([
    ["an empty one", "", "The file is empty."],
    ["headings alone", "Name,Price\n", "The file has headings, and no rows below."],
    ["no headings", "2026-11-01,12.50\n2026-11-02,3", /no row of headings/],
    ["a PDF", "%PDF-1.4 \u0000\u0001", /neither a CSV file nor/],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /old Excel/],
    ["a cell of 1 MB", `Name,Price\n${"x".repeat(1_000_000)},1`, /too long/],
    ["too many rows", `Name,Price\n${"a,1\n".repeat(50_001)}`, /more than 50,000 rows/],
  ])("is refused before anything is stored: %s", async (_, text, reason) => {
    const content = Buffer.from(text);
    const stored = storeImport(db, admin, { kind: "products", name: "x", content });
    await expect(stored).rejects.toThrow(Refusal);
    await expect(stored).rejects.toThrow(reason);
    expect(await listImports(db, admin)).toEqual([]);
  });

  it("in Windows-1252 with semicolons is read, and its columns are remembered by the headings", async () => {
    const file = (price: string) => Buffer.from(`Cut;$ each lb\nPâté;${price}`, "latin1");
    const named = { kind: "products" as const, name: "Produits.csv" };
    const first = await storeImport(db, admin, { ...named, content: file("9,50") });
    expect(first.isReading).toBe(false);
    const columns = { columns: { name: 0, pricePerLb: 1 }, dateFormat: "ymd" as const };
    await readImport(db, admin, first.id, columns);
    const second = await storeImport(db, admin, { ...named, content: file("9.75") });
    expect(second.isReading).toBe(true);
    await files.work(second.id);
    const { rows } = await listImportRows(db, admin, second.id, {});
    expect(rows).toMatchObject([{ label: "Pâté", after: { slug: "pate", pricePerLb: "9.75" } }]);
  });

  it("with an unknown id is not found", async () => {
    for (const id of ["x", crypto.randomUUID()]) {
      expect(await applyImport(db, admin, id, false)).toBe("gone");
      expect(await getImport(db, admin, id)).toBeNull();
    }
  });
});

describe("imported prices", () => {
  it("are standard ones, future ones and those of lists, which are created if missing; all can be undone", async () => {
    const { id: productId } = await insertProduct(db, {
      name: "Ribeye",
      slug: "ribeye",
      itemNumber: 1,
      pricePerLb: "20.00",
    });
    await insertProduct(db, { name: "Chuck", slug: "chuck", itemNumber: 2, pricePerLb: "10.00" });
    const later = daysAfter(today, 7);
    const csv = [
      "List,Item,Price,Minimum,Starts on",
      "Standard,1,21.00,,",
      `,1,22.00,,${later}`,
      "Butchers,1,18.50,10,",
      "butchers,2,no,,",
    ].join("\n");
    const id = await files.upload("prices", csv);
    expect(await files.rowsOf(id)).toEqual(["changed", "new", "new", "new"]);
    expect(await files.apply(id)).toBe("applied");
    const [list] = await db.select().from(priceLists);
    expect(list).toMatchObject({ name: "Butchers", startsOn: today });
    expect(await db.select().from(priceListItems).orderBy(priceListItems.isOffered)).toMatchObject([
      { isOffered: false, pricePerLb: null },
      { productId, pricePerLb: "18.50", minLb: "10.00" },
    ]);
    expect(await db.select().from(scheduledPrices)).toMatchObject([
      { productId, appliesOn: later, pricePerLb: "22.00" },
    ]);
    expect(await productNamed("Ribeye")).toMatchObject({ pricePerLb: "21.00" });
    expect(await auditEntries(db, "price", list?.id ?? "")).toHaveLength(2);
    expect(await files.rowsOf(await files.upload("prices", csv))).toEqual(
      Array(4).fill("unchanged"),
    );

    expect(await files.undo(id)).toBe("undone");
    expect(await productNamed("Ribeye")).toMatchObject({ pricePerLb: "20.00" });
    expect(await db.select().from(priceLists)).toEqual([]);
    expect(await db.select().from(scheduledPrices)).toEqual([]);
  });

  it("never begin before today, and are refused for unknown products and duplicates", async () => {
    await insertProduct(db, { name: "Ribeye", slug: "ribeye", itemNumber: 1, pricePerLb: "20.00" });
    await db.insert(priceLists).values({ name: "Old", startsOn: "2026-01-05" });
    const id = await files.upload(
      "prices",
      [
        "List,Item,Price,From",
        ",1,21,2026-01-05",
        "New,1,21,2026-01-05",
        "Old,1,21,2026-02-05",
        "old,2,21,",
        "Old,1,21,46027",
        "OLD,1,22,",
        ",1,21,",
        ",1,22,",
        ",1,no,",
      ].join("\n"),
    );
    expect(await files.rowsOf(id)).toEqual([
      "refused: Prices can't start in the past: Jan 5, 2026.",
      "refused: Prices can't start in the past: Jan 5, 2026.",
      "refused: The list “Old” begins on Jan 5, 2026. For prices from another day, use a new list.",
      "refused: There is no such product.",
      "refused: Row 4 has a price for the same.",
      "refused: Row 4 has a price for the same.",
      "refused: Row 2 has a price for the same.",
      "refused: Row 2 has a price for the same.",
      "refused: Deactivate the product instead: without a list it is offered to everyone.",
    ]);
  });
});

describe("imported clients, sites and balances", () => {
  const clients = (name: string) =>
    [
      "Customer,Email,Phone,Street,Postcode,Terms,Credit limit",
      `${name},Chef@${name}.example.com,604-555-0142,1 Main St,v3g 1a2,Net 14,"$5,000"`,
      `${name} counter,,,,,COD,`,
    ].join("\n");
  const found = async (name: string) =>
    (await db.select().from(customers).where(eq(customers.companyName, name)))[0];

  it("are added with an account without a password, and invited only on request", async () => {
    await db.delete(mailOutbox);
    const id = await files.upload("clients", clients("Bistro"));
    expect(await files.rowsOf(id)).toEqual(["new", "new"]);
    expect(await files.apply(id, true)).toBe("applied");
    const bistro = await found("Bistro");
    expect(bistro).toMatchObject({ termsKind: "net", termsDays: 14, creditLimit: "5000.00" });
    expect(await found("Bistro counter")).toMatchObject({ termsKind: "on_delivery" });
    const own = eq(shipTos.customerId, bistro?.id ?? "");
    expect(await db.select().from(shipTos).where(own)).toMatchObject([
      { address: "1 Main St", postalCode: "V3G1A2", isDefault: true },
    ]);
    expect(
      await db
        .select()
        .from(user)
        .where(eq(user.id, bistro?.id ?? "")),
    ).toMatchObject([{ email: "chef@bistro.example.com", emailVerified: false }]);
    expect(
      await db
        .select()
        .from(account)
        .where(eq(account.userId, bistro?.id ?? "")),
    ).toMatchObject([{ password: null }]);
    expect(await db.select().from(mailOutbox)).toMatchObject([
      { recipient: "chef@bistro.example.com", text: expect.stringContaining("/reset-password?") },
    ]);
    expect(await db.select().from(verification)).toMatchObject([{ value: bistro?.id }]);
    expect(await files.rowsOf(await files.upload("clients", clients("Bistro")))).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect(await files.undo(id)).toBe("undone");
    expect([await found("Bistro"), await found("Bistro counter")]).toEqual([undefined, undefined]);
    expect(
      await db
        .select()
        .from(user)
        .where(eq(user.id, bistro?.id ?? "")),
    ).toEqual([]);
  });

  it("get further sites and opening balances once, and keep those in use when an import is undone", async () => {
    await files.apply(await files.upload("clients", clients("Grill")));
    const grill = await found("Grill");
    const sites = "Company,Site,Address\nGrill,Harbour,2 Quay Rd\nGrill,,1 Main Street\nNobody,x,y";
    const refused = await files.upload("sites", sites);
    expect(await files.rowsOf(refused)).toEqual([
      "new",
      "changed",
      "refused: There is no such client. Please import the clients first.",
    ]);
    const good = await files.upload("sites", sites.replace("\nNobody,x,y", ""));
    expect(await files.apply(good)).toBe("applied");
    const own = eq(shipTos.customerId, grill?.id ?? "");
    expect(await db.select().from(shipTos).where(own).orderBy(shipTos.name)).toMatchObject([
      { name: "", address: "1 Main Street" },
      { name: "Harbour", address: "2 Quay Rd" },
    ]);

    const balances =
      'Customer,Balance,Date\nGrill,"1,234.56",2026-10-31\nGrill counter,(20.00),2026-10-31';
    const opening = await files.upload("balances", balances);
    expect(await files.apply(opening)).toBe("applied");
    const owed = async () =>
      (
        await db.execute(sql`select balance_cents::int as cents, due_on::text as due
          from ${balancesOn(today)} where customer_id = ${grill?.id}`)
      ).rows[0];
    expect(await owed()).toEqual({ cents: 123_456, due: "2026-10-31" });
    expect(await files.rowsOf(await files.upload("balances", balances))).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect(
      await files.rowsOf(await files.upload("balances", balances.replace("1,2", "9,2"))),
    ).toEqual([
      "refused: Its opening balance is $1,234.56 as of Oct 31, 2026. Correct it on the client’s account, under Receivables.",
      "unchanged",
    ]);
    expect(await files.undo(opening)).toBe("undone");
    expect(await owed()).toEqual({ cents: 0, due: null });
    expect(await db.select().from(openingBalances)).toEqual([]);
    expect(await files.rowsOf(await files.upload("balances", balances))).toEqual(["new", "new"]);

    const [harbour] = await db.select().from(shipTos).where(eq(shipTos.name, "Harbour"));
    await insertFilledOrder(db, grill?.id ?? "", { shipToId: harbour?.id ?? null });
    await files.undo(good);
    expect(await files.rowsOf(good)).toEqual([
      "new: Orders go there by now, so it stays.",
      "changed",
    ]);
    const [first] = await listImports(db, admin).then((all) => all.slice(-1));
    expect(await files.undo(first?.id ?? "")).toBe("undone");
    expect(await files.rowsOf(first?.id ?? "")).toEqual([
      "new: It has orders, a balance or sites by now, and stays.",
      expect.stringMatching(/^new/),
    ]);
  });

  it("are refused if a row doesn't identify one client, or has invalid fields", async () => {
    await insertClient(db, { profile: { companyName: "Twin" } });
    await insertClient(db, { profile: { companyName: "twin" } });
    const { user: one } = await insertClient(db, { profile: { companyName: "One of a kind" } });
    const id = await files.upload(
      "clients",
      [
        "Company,Email,Terms,Days of terms,Postal code",
        "Twin,,,,",
        "One of a kind,other@example.com,,,",
        `Renamed,${one.email},Day of the next month,0,`,
        `,${admin.email},,,`,
        "New,no address,,,",
        "New,new@example.com,weekly,,",
        "New,new@example.com,,,T2P 1J9",
        ",new@example.com,,,",
      ].join("\n"),
    );
    expect(await files.rowsOf(id)).toEqual([
      "refused: Several clients have this name; please add the email address.",
      `refused: Another client has this name, with the address ${one.email}. Leave the email empty to mean that one.`,
      "refused: The day of the next month has to be from 1 to 31.",
      expect.stringMatching(/^(?:refused: This is an account of the staff|unchanged)/),
      "refused: Email: “no address” isn't a valid email address.",
      expect.stringMatching(/^refused: Invoices due: “weekly” is none of/),
      "refused: Postal code: We ship within British Columbia..",
      "refused: A new client needs a company name.",
    ]);
  });
});
