import { parse } from "csv-parse/sync";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/features/auth/capability.ts";
import { exportProducts } from "#app/features/catalog/products-export.server.ts";
import { exportClients } from "#app/features/clients/clients-export.server.ts";
import { exportSites } from "#app/features/clients/sites-export.server.ts";
import { exportPrices } from "#app/features/pricing/prices-export.server.ts";
import { exportBalances } from "#app/features/receivables/balances-export.server.ts";
import { SheetRefusedError } from "#app/features/spreadsheets/sheet.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { startJobs } from "#db/jobs.ts";
import { account, user, verification } from "#db/schema/accounts.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import {
  dataImportRows,
  dataImports,
  importMappings,
  openingBalances,
} from "#db/schema/imports.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { balancesOn } from "#db/schema/money/ledger.ts";
import { priceListItems, priceLists, scheduledPrices } from "#db/schema/money/prices.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertFilledOrder, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { workbookOf } from "#tests/setup/files/workbook.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { guessColumns } from "./columns.ts";
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
import type { ImportKind } from "./kinds.ts";
import { endAbandoned, performImport, workImports } from "./work/work-imports.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

beforeEach(async () => {
  await db.delete(dataImports);
  await db.delete(importMappings);
  await db.delete(priceLists);
  await db.delete(products);
});

const today = pacificDay(new Date());

const services = () => ({ db, log: silentLog, shop: sampleShop() });

const work = (id: string) => performImport(services(), id);

/** Uploads a file and compares its rows, its columns as guessed. */
async function upload(kind: ImportKind, file: string | Buffer) {
  const content = Buffer.from(file);
  const { id, isReading } = await storeImport(db, admin, { kind, name: "file.csv", content });
  if (!isReading) {
    const { columns } = guessColumns(kind, (await getImport(db, admin, id))?.head ?? []);
    expect(await readImport(db, admin, id, columns)).toBeNull();
  }
  await work(id);
  return id;
}

async function apply(id: string, invites = false) {
  const refusal = await applyImport(db, admin, id, invites);
  if (refusal) return refusal;
  await work(id);
  return (await getImport(db, admin, id))?.state;
}

async function undo(id: string) {
  const refusal = await undoImport(db, admin, id);
  if (refusal) return refusal;
  await work(id);
  return (await getImport(db, admin, id))?.state;
}

/** States of a file's rows in order, with their problems. */
async function rowsOf(id: string) {
  const { rows } = await listImportRows(db, admin, id, {});
  return rows.map(({ state, problem }) => (problem ? `${state}: ${problem}` : state));
}

async function textOf(pieces: AsyncGenerator<string>) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const productNamed = async (name: string) =>
  (await db.select().from(products).where(eq(products.name, name)))[0];

describe("products", () => {
  const csv = [
    "Item no,Name,Category,Price,Sold by,Typical piece (lb)",
    '12,Ribeye Steak,Prime Rib,"$24.99/lb",piece,1.25 lb',
    '13,Ground Beef,ground,"1,234.50",pound,',
  ].join("\n");

  it("are added and changed, each logged; the same file again changes nothing; undone, they are gone", async () => {
    await insertProduct(db, { name: "Ribeye Steak", itemNumber: 12, pricePerLb: "20.00" });
    const id = await upload("products", csv);
    expect(await rowsOf(id)).toEqual(["changed", "new"]);
    expect((await productNamed("Ground Beef"))?.id).toBeUndefined();
    expect(await apply(id)).toBe("applied");
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

    const again = await upload("products", csv);
    expect(await rowsOf(again)).toEqual(["unchanged", "unchanged"]);
    expect(await apply(again)).toBe("nothing to do");

    expect(await undo(id)).toBe("undone");
    expect(await productNamed("Ground Beef")).toBeUndefined();
    expect(await productNamed("Ribeye Steak")).toMatchObject({ pricePerLb: "20.00", soldBy: "lb" });
    expect(await undo(id)).toBe("at work");
  });

  it("that were edited or ordered since stay when an import is undone, and it says which", async () => {
    await insertProduct(db, { name: "Ribeye Steak", itemNumber: 12, pricePerLb: "20.00" });
    const id = await upload("products", csv);
    await apply(id);
    const ground = await productNamed("Ground Beef");
    const { user: client } = await insertClient(db);
    const order = await insertOrder(db, client.id);
    await insertOrderItem(db, order.id, { productId: ground?.id ?? null });
    await db.update(products).set({ pricePerLb: "30.00" }).where(eq(products.itemNumber, 12));
    await undo(id);
    expect(await rowsOf(id)).toEqual([
      "changed: It was edited since, and stays.",
      "new: It was ordered, so it is only deactivated.",
    ]);
    expect(await productNamed("Ribeye Steak")).toMatchObject({ pricePerLb: "30.00" });
    expect(await productNamed("Ground Beef")).toMatchObject({ isActive: false });
    expect((await getImport(db, admin, id))?.counts).toMatchObject({ kept: 2 });
  });

  it("get their old price back when an import is undone; what was ordered meanwhile keeps its own", async () => {
    const { id: productId } = await insertProduct(db, { itemNumber: 12, pricePerLb: "20.00" });
    const id = await upload("products", "Item no,Price\n12,24.99");
    await apply(id);
    const { user: client } = await insertClient(db);
    const order = await insertOrder(db, client.id);
    await insertOrderItem(db, order.id, { productId, pricePerLb: "24.99" });
    expect(await undo(id)).toBe("undone");
    expect(await rowsOf(id)).toEqual(["changed"]);
    expect(await db.select().from(products)).toMatchObject([{ pricePerLb: "20.00" }]);
    const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(lines).toMatchObject([{ productId, pricePerLb: "24.99" }]);
  });

  it("are refused row by row with the reason, and such a file is not imported at all", async () => {
    await insertProduct(db, { name: "Chuck", slug: "chuck", itemNumber: 7 });
    const id = await upload(
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
      ].join("\n"),
    );
    expect(await rowsOf(id)).toEqual([
      "refused: Price per lb (CAD): “twelve” is no price such as 24.99.",
      "refused: What is sold by the piece needs a typical piece, in pounds.",
      "refused: Name: Please enter a name.",
      "refused: Price per lb (CAD): Please enter a price.",
      "refused: Price per lb (CAD): “9/kg” is per kilogram; prices here are per pound.",
      "refused: Category: “Veal” is none of: Chuck, Prime Rib, Loin, Sirloin, Round, Other Cuts, Pre-Cuts, Ground Beef.",
      "changed",
      "new",
      "refused: Row 9 has the same product.",
      "refused: Row 9 has the same item number.",
      "refused: A new product needs a slug, such as ribeye-steak.",
    ]);
    expect(await apply(id)).toBe("refused rows");
    expect(await db.select().from(products)).toHaveLength(1);
    expect(await discardImport(db, admin, id)).toBeNull();
    expect(await getImport(db, admin, id)).toBeNull();
  });

  it("changed by somebody since the preview are a conflict that names them, and nothing is imported", async () => {
    const { id: productId } = await insertProduct(db, { name: "Ribeye Steak", itemNumber: 12 });
    const id = await upload("products", csv);
    await db.update(products).set({ pricePerLb: "99.00" }).where(eq(products.id, productId));
    expect(await apply(id)).toBe("read");
    const file = await getImport(db, admin, id);
    expect(file?.problem).toMatch(/^Nothing was imported: 1 product was changed/);
    const { rows } = await listImportRows(db, admin, id, { filter: "stale" });
    expect(rows.map(({ label }) => label)).toEqual(["Ribeye Steak"]);
    expect(await productNamed("Ground Beef")).toBeUndefined();

    expect(await compareAgain(db, admin, id)).toBeNull();
    await work(id);
    expect(await apply(id)).toBe("applied");
    expect(await productNamed("Ribeye Steak")).toMatchObject({ pricePerLb: "24.99" });
  });

  it("are imported once by two people at once, and not undone after a day", async () => {
    const id = await upload("products", csv);
    const both = await Promise.all([1, 2].map(() => applyImport(db, admin, id, false)));
    expect(both.sort()).toEqual(["at work", null]);
    await Promise.all([work(id), work(id)]);
    expect(await db.select().from(products)).toHaveLength(2);
    await db
      .update(dataImports)
      .set({ appliedAt: sql`now() - interval '25 hours'` })
      .where(eq(dataImports.id, id));
    expect(await undoImport(db, admin, id)).toBe("too late");
    expect((await getImport(db, admin, id))?.canUndo).toBe(false);
  });

  it("come from a workbook too: formulas by their result, errors refused", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      `<row>${cell("Our price list, 2026")}</row>`,
      `<row>${cell("Name")}${cell("Price")}</row>`,
      `<row>${cell("Brisket")}<c><f>4*3</f><v>12</v></c></row>`,
      `<row>${cell("Flank")}<c><f>4*3</f></c></row>`,
      `<row>${cell("Shank")}<c t="e"><v>#REF!</v></c></row>`,
      `<row>${cell("=cmd()")}<c><v>9.990000000000001</v></c></row>`,
    ].join("");
    const id = await upload("products", workbookOf({ rows }));
    expect(await rowsOf(id)).toEqual([
      "new",
      "refused: Price per lb (CAD): the formula has no stored result; open the file in Excel and save it.",
      "refused: Price per lb (CAD): the cell shows #REF!.",
      "new",
    ]);
  });
});

describe("a file", () => {
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
    await expect(stored).rejects.toThrow(SheetRefusedError);
    await expect(stored).rejects.toThrow(reason);
    expect(await listImports(db, admin)).toEqual([]);
  });

  it("in Windows-1252 with semicolons is read; its columns are remembered by the headings", async () => {
    const file = (price: string) => Buffer.from(`Cut;$ each lb\nPâté;${price}`, "latin1");
    const named = { kind: "products" as const, name: "Produits.csv" };
    const first = await storeImport(db, admin, { ...named, content: file("9,50") });
    expect(first.isReading).toBe(false);
    const columns = { columns: { name: 0, pricePerLb: 1 }, dateFormat: "ymd" as const };
    await readImport(db, admin, first.id, columns);
    const second = await storeImport(db, admin, { ...named, content: file("9.75") });
    expect(second.isReading).toBe(true);
    await work(second.id);
    const { rows } = await listImportRows(db, admin, second.id, {});
    expect(rows).toMatchObject([{ label: "Pâté", after: { slug: "pate", pricePerLb: "9.75" } }]);
  });

  it("of an unknown id is gone", async () => {
    for (const id of ["x", crypto.randomUUID()]) {
      expect(await applyImport(db, admin, id, false)).toBe("gone");
      expect(await getImport(db, admin, id)).toBeNull();
    }
  });
});

describe("prices", () => {
  it("are standard ones, later ones and those of lists, made where there is none; and are undone", async () => {
    const { id: productId } = await insertProduct(db, {
      ...{ name: "Ribeye", slug: "ribeye", itemNumber: 1, pricePerLb: "20.00" },
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
    const id = await upload("prices", csv);
    expect(await rowsOf(id)).toEqual(["changed", "new", "new", "new"]);
    expect(await apply(id)).toBe("applied");
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
    expect(await auditEntries(db, "price", list?.id ?? "")).toHaveLength(3);
    expect(await rowsOf(await upload("prices", csv))).toEqual(Array(4).fill("unchanged"));

    expect(await undo(id)).toBe("undone");
    expect(await productNamed("Ribeye")).toMatchObject({ pricePerLb: "20.00" });
    expect(await db.select().from(priceLists)).toEqual([]);
    expect(await db.select().from(scheduledPrices)).toEqual([]);
  });

  it("never begin before today, and are refused for what is no product or said twice", async () => {
    await insertProduct(db, { name: "Ribeye", slug: "ribeye", itemNumber: 1, pricePerLb: "20.00" });
    await db.insert(priceLists).values({ name: "Old", startsOn: "2026-01-05" });
    const id = await upload(
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
    expect(await rowsOf(id)).toEqual([
      "refused: No price begins before today: Jan 5, 2026.",
      "refused: No price begins before today: Jan 5, 2026.",
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

describe("clients with sites and balances", () => {
  const clients = (name: string) =>
    [
      "Customer,Email,Phone,Street,Postcode,Terms,Credit limit",
      `${name},Chef@${name}.example.com,604-555-0142,1 Main St,v3g 1a2,Net 14,"$5,000"`,
      `${name} counter,,,,,COD,`,
    ].join("\n");
  const found = async (name: string) =>
    (await db.select().from(customers).where(eq(customers.companyName, name)))[0];

  it("are added with an account that has no password, invited only if asked for", async () => {
    await db.delete(mailOutbox);
    const id = await upload("clients", clients("Bistro"));
    expect(await rowsOf(id)).toEqual(["new", "new"]);
    expect(await apply(id, true)).toBe("applied");
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
    expect(await rowsOf(await upload("clients", clients("Bistro")))).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect(await undo(id)).toBe("undone");
    expect([await found("Bistro"), await found("Bistro counter")]).toEqual([undefined, undefined]);
    expect(
      await db
        .select()
        .from(user)
        .where(eq(user.id, bistro?.id ?? "")),
    ).toEqual([]);
  });

  it("get further sites and what they owed, once; what others use by now stays when undone", async () => {
    await apply(await upload("clients", clients("Grill")));
    const grill = await found("Grill");
    const sites = "Company,Site,Address\nGrill,Harbour,2 Quay Rd\nGrill,,1 Main Street\nNobody,x,y";
    const refused = await upload("sites", sites);
    expect(await rowsOf(refused)).toEqual([
      "new",
      "changed",
      "refused: There is no such client. Please import the clients first.",
    ]);
    const good = await upload("sites", sites.replace("\nNobody,x,y", ""));
    expect(await apply(good)).toBe("applied");
    const own = eq(shipTos.customerId, grill?.id ?? "");
    expect(await db.select().from(shipTos).where(own).orderBy(shipTos.name)).toMatchObject([
      { name: "", address: "1 Main Street" },
      { name: "Harbour", address: "2 Quay Rd" },
    ]);

    const balances =
      'Customer,Balance,Date\nGrill,"1,234.56",2026-10-31\nGrill counter,(20.00),2026-10-31';
    const opening = await upload("balances", balances);
    expect(await apply(opening)).toBe("applied");
    const owed = async () =>
      (
        await db.execute(sql`select balance_cents::int as cents, due_on::text as due
          from ${balancesOn(today)} where customer_id = ${grill?.id}`)
      ).rows[0];
    expect(await owed()).toEqual({ cents: 123_456, due: "2026-10-31" });
    expect(await rowsOf(await upload("balances", balances))).toEqual(["unchanged", "unchanged"]);
    expect(await rowsOf(await upload("balances", balances.replace("1,2", "9,2")))).toEqual([
      "refused: Its opening balance is $1,234.56 as of Oct 31, 2026. Correct it on the client’s account, under Receivables.",
      "unchanged",
    ]);
    expect(await undo(opening)).toBe("undone");
    expect(await owed()).toEqual({ cents: 0, due: null });
    expect(await db.select().from(openingBalances)).toEqual([]);
    expect(await rowsOf(await upload("balances", balances))).toEqual(["new", "new"]);

    const [harbour] = await db.select().from(shipTos).where(eq(shipTos.name, "Harbour"));
    await insertFilledOrder(db, grill?.id ?? "", { shipToId: harbour?.id ?? null });
    await undo(good);
    expect(await rowsOf(good)).toEqual(["new: Orders go there by now, so it stays.", "changed"]);
    const [first] = await listImports(db, admin).then((all) => all.slice(-1));
    expect(await undo(first?.id ?? "")).toBe("undone");
    expect(await rowsOf(first?.id ?? "")).toEqual([
      "new: It has orders, a balance or sites by now, and stays.",
      expect.stringMatching(/^new/),
    ]);
  });

  it("are refused where it is not clear who is meant", async () => {
    await insertClient(db, { profile: { companyName: "Twin" } });
    await insertClient(db, { profile: { companyName: "twin" } });
    const { user: one } = await insertClient(db, { profile: { companyName: "One of a kind" } });
    const id = await upload(
      "clients",
      [
        "Company,E-mail,Terms,Days of terms,Postal code",
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
    expect(await rowsOf(id)).toEqual([
      "refused: Several clients have this name; please add the e-mail address.",
      `refused: Another client has this name, with the address ${one.email}. Leave the e-mail empty to mean that one.`,
      "refused: The day of the next month has to be from 1 to 31.",
      expect.stringMatching(/^(?:refused: This is an account of the staff|unchanged)/),
      "refused: E-mail: “no address” is no e-mail address.",
      expect.stringMatching(/^refused: Invoices due: “weekly” is none of/),
      "refused: Postal code: We ship within British Columbia..",
      "refused: A new client needs a company name.",
    ]);
  });
});

describe("whatever is exported", () => {
  /** Texts that a file or a spreadsheet may take for something else. */
  const odd = [
    ...["=1+1", "+1", "-1", "- x", "@home", "'=quoted", "''twice", "＝SUM(A1)", "a,b;c\td"],
    ...[
      '"Chez" Émile, Inc.',
      "two\nlines",
      "\u200b=hidden",
      "yes",
      "1e5",
      "0012",
      "2026-01-05",
      "№ 5 肉",
    ],
  ];

  async function insertOdd() {
    for (const [index, text] of odd.entries()) {
      // As the form stores what has one line.
      const line = text.replace(/\s+/g, " ");
      await insertProduct(db, {
        ...{ name: `${line} Steak`, slug: `odd-${index}`, description: text, cutType: line },
        ...{ otherNames: line.replace(/[,;]/g, ""), category: null },
      });
      const { user: client } = await insertClient(db, {
        profile: { companyName: text, contactName: text, address: text, notes: text },
      });
      await db.insert(shipTos).values([
        { customerId: client.id, name: text, address: text, notes: text, contactName: text },
        { customerId: client.id, name: text, address: "The same again", routeRank: -5 },
        { customerId: client.id, name: "", address: "Without a name" },
      ]);
    }
  }

  it("is unchanged when it is imported again, as CSV and from a workbook", async () => {
    await insertOdd();
    const { id: productId } = await insertProduct(db, {
      ...{ name: "All of it", slug: "all", soldBy: "piece", typicalPieceLb: "1.25", overCapPct: 5 },
      ...{ category: "other", taxCode: "GP", gtin: "00036000291452", isActive: false },
      ...{ itemNumber: 99_999, tareG: 12, orderStepLb: "0.50", storage: "frozen", isTraced: true },
      ...{ pricePerLb: "10000.00" },
    });
    for (const name of ["Standing", "standing", "Standard", "Retail", ...odd]) {
      const [list] = await db
        .insert(priceLists)
        .values({ name, startsOn: "2026-01-05" })
        .returning();
      const ofList = { listId: list?.id ?? "", productId };
      const isOffered = name !== "Retail";
      await db.insert(priceListItems).values({
        ...{ ...ofList, isOffered, pricePerLb: isOffered ? "9.00" : null, minLb: "10000.00" },
      });
    }
    await db.insert(scheduledPrices).values([
      { productId, appliesOn: daysAfter(today, 3), pricePerLb: "11.00" },
      { productId, appliesOn: today, pricePerLb: "12.00" },
    ]);
    const { user: client } = await insertClient(db, {
      profile: { companyName: "Terms", phone: "+1 (604) 555-0142", postalCode: "V3G1A2" },
    });
    await db
      .update(customers)
      .set({
        ...{ termsKind: "day_of_next_month", termsDays: 31, creditLimit: "9999999.99" },
        ...{ graceDays: 0, poMode: "blanket", poBlanket: "=PO", invoicePer: "month" },
        ...{ minOrder: "0.00", accountingName: "@books", wantsStatements: true },
      })
      .where(eq(customers.id, client.id));
    await insertClient(db, { profile: { companyName: "" } });
    await apply(await upload("balances", `Client ID,Balance\n${client.id},(20.00)`));

    const files: [ImportKind, () => AsyncGenerator<string>][] = [
      ["products", () => exportProducts(db, admin, {})],
      ["prices", () => exportPrices(db, admin)],
      ["clients", () => exportClients(db, admin, {})],
      ["sites", () => exportSites(db, admin)],
      ["balances", () => exportBalances(db, admin)],
    ];
    for (const [kind, exported] of files) {
      const csv = await textOf(exported());
      // Each workbook is read by two threads, which take longer to start than the rest together.
      for (const file of kind === "products" ? [csv, sheetOf(csv)] : [csv]) {
        const id = await upload(kind, file);
        const others = await db
          .select({
            label: dataImportRows.label,
            problem: dataImportRows.problem,
            before: dataImportRows.before,
            after: dataImportRows.after,
          })
          .from(dataImportRows)
          .where(and(eq(dataImportRows.importId, id), sql`${dataImportRows.state} <> 'unchanged'`));
        expect(others, kind).toEqual([]);
      }
    }
  });

  /** As a spreadsheet saves a CSV file whose cells it has kept as text. */
  function sheetOf(csv: string): Buffer {
    const rows: string[][] = parse(csv, { bom: true });
    const text = (cell: string) => cell.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return workbookOf({
      rows: rows
        .map((row) => row.map((cell) => `<c t="inlineStr"><is><t>${text(cell)}</t></is></c>`))
        .map((cells) => `<row>${cells.join("")}</row>`)
        .join(""),
    });
  }

  it("tells sites of the same name apart by their ID alone", async () => {
    const { user: client } = await insertClient(db, { profile: { companyName: "Twin sites" } });
    const twins = ["1 Quay", "2 Quay"].map((address) => ({
      ...{ customerId: client.id, name: "Harbour", address },
    }));
    const [first] = await db.insert(shipTos).values(twins).returning();
    const file = (head: string, cells: string) =>
      `Company,Site,Address${head}\nTwin sites,harbour,3 Quay${cells}`;
    expect(await rowsOf(await upload("sites", file("", "")))).toEqual([
      "refused: Several sites of this client have this name; please add the site’s ID.",
    ]);
    const known = await upload("sites", file(",Site ID", `,${first?.id}`));
    expect(await rowsOf(known)).toEqual(["changed"]);
    expect(
      await rowsOf(await upload("sites", file(",Site ID", `,${crypto.randomUUID()}`))),
    ).toEqual(["refused: The client has no site with this ID."]);
  });
});

describe("an import whose job was given up", () => {
  const csv = "Name,Price per lb (CAD),Slug\nBrisket,12.00,brisket";
  const said = async (id: string) => {
    const file = await getImport(db, admin, id);
    return [file?.state, file?.problem];
  };
  /** As when the process is killed at each attempt. */
  const giveUp = () =>
    db.execute(sql`update pgboss.job set state = 'failed' where name = 'imports'`);

  it("says that nothing was changed, and can be tried again", async () => {
    const content = Buffer.from(csv);
    const { id } = await storeImport(db, admin, { kind: "products", name: "x.csv", content });
    await endAbandoned(services());
    expect(await said(id)).toEqual(["reading", ""]);
    await giveUp();
    await endAbandoned(services());
    expect(await said(id)).toEqual(["failed", expect.stringMatching(/could not be compared/)]);
    expect(await compareAgain(db, admin, id)).toBeNull();
    await work(id);

    expect(await applyImport(db, admin, id, false)).toBeNull();
    await giveUp();
    await endAbandoned(services());
    expect(await said(id)).toEqual(["read", expect.stringMatching(/^Nothing was imported/)]);
    expect(await productNamed("Brisket")).toBeUndefined();
    expect(await apply(id)).toBe("applied");
    expect(await said(id)).toEqual(["applied", ""]);

    expect(await undoImport(db, admin, id)).toBeNull();
    await giveUp();
    await endAbandoned(services());
    expect(await said(id)).toEqual(["applied", expect.stringMatching(/^Nothing was undone/)]);
    expect(await productNamed("Brisket")).toBeDefined();
    expect(await undo(id)).toBe("undone");
  });

  it("is done by the next job all the same, which waits for none that failed", async () => {
    const id = await upload("products", csv);
    expect(await applyImport(db, admin, id, false)).toBeNull();
    await giveUp();
    await endAbandoned(services());
    expect(await applyImport(db, admin, id, false)).toBeNull();
    const jobs = await startJobs(database, silentLog);
    try {
      await workImports(jobs, services());
      await expect.poll(() => said(id)).toEqual(["applied", ""]);
    } finally {
      await jobs.close(1_000);
    }
  });

  it("stores nothing when it goes on after it was told to be given up", async () => {
    const id = await upload("products", csv);
    expect(await applyImport(db, admin, id, false)).toBeNull();
    let hasGone = false;
    const performed = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('apply an import'))`);
      const late = work(id).finally(() => {
        hasGone = true;
      });
      await giveUp();
      await endAbandoned(services());
      expect(hasGone).toBe(false);
      return { late };
    });
    await (await performed).late;
    expect(await said(id)).toEqual(["read", expect.stringMatching(/^Nothing was imported/)]);
    expect(await productNamed("Brisket")).toBeUndefined();
  });
});
