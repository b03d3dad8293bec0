import { parse } from "csv-parse/sync";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { exportProducts } from "#app/domain/catalogue/products-export.server.ts";
import { exportPrices } from "#app/domain/pricing/prices-export.server.ts";
import { exportClients } from "#app/features/clients/clients-export.server.ts";
import { exportSites } from "#app/features/clients/sites-export.server.ts";
import { exportBalances } from "#app/features/collecting/balances-export.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { dataImportRows } from "#db/schema/imports.ts";
import { priceListItems, priceLists, scheduledPrices } from "#db/schema/money/prices.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { importsOf } from "#tests/setup/files/importing.ts";
import { workbookOf } from "#tests/setup/files/workbook.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";

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

const today = pacificDay(new Date());

async function textOf(pieces: AsyncGenerator<string>) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("exported data", () => {
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
      const line = text.replace(/\s+/g, " ");
      await insertProduct(db, {
        name: `${line} Steak`,
        slug: `odd-${index}`,
        description: text,
        cutType: line,
        otherNames: line.replace(/[,;]/g, ""),
        category: null,
      });
      const { user: client } = await insertClient(db, {
        profile: { companyName: line, contactName: line, address: text, notes: text },
      });
      await db.insert(shipTos).values([
        { customerId: client.id, name: line, address: text, notes: text, contactName: line },
        { customerId: client.id, name: line, address: "The same again", routeRank: -5 },
        { customerId: client.id, name: "", address: "Without a name" },
      ]);
    }
  }

  it("is unchanged when it is imported again, as CSV and from a workbook", async () => {
    await insertOdd();
    const { id: productId } = await insertProduct(db, {
      name: "All of it",
      slug: "all",
      soldBy: "piece",
      typicalPieceLb: "1.25",
      overCapPct: 5,
      category: "other",
      taxCode: "GP",
      gtin: "00036000291452",
      isActive: false,
      itemNumber: 99_999,
      tareG: 12,
      orderStepLb: "0.50",
      storage: "frozen",
      isTraced: true,
      pricePerLb: "10000.00",
    });
    for (const name of ["Standing", "standing", "Standard", "Retail", ...odd]) {
      const [list] = await db
        .insert(priceLists)
        .values({ name, startsOn: "2026-01-05" })
        .returning();
      const ofList = { listId: list?.id ?? "", productId };
      const isOffered = name !== "Retail";
      await db.insert(priceListItems).values({
        ...ofList,
        isOffered,
        pricePerLb: isOffered ? "9.00" : null,
        minLb: "10000.00",
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
        termsKind: "day_of_next_month",
        termsDays: 31,
        creditLimit: "9999999.99",
        graceDays: 0,
        poMode: "blanket",
        poBlanket: "=PO",
        invoicePer: "month",
        minOrder: "0.00",
        accountingName: "@books",
        wantsStatements: true,
      })
      .where(eq(customers.id, client.id));
    await insertClient(db, { profile: { companyName: "" } });
    await files.apply(await files.upload("balances", `Client ID,Balance\n${client.id},(20.00)`));

    const exports: [ImportKind, () => AsyncGenerator<string>][] = [
      ["products", () => exportProducts(db, admin, {})],
      ["prices", () => exportPrices(db, admin)],
      ["clients", () => exportClients(db, admin, {})],
      ["sites", () => exportSites(db, admin)],
      ["balances", () => exportBalances(db, admin)],
    ];
    for (const [kind, exported] of exports) {
      const csv = await textOf(exported());
      // Each workbook is read by two threads, whose start takes longer than everything else.
      for (const file of kind === "products" ? [csv, sheetOf(csv)] : [csv]) {
        const id = await files.upload(kind, file);
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

  /** Converts a CSV file as a spreadsheet would, with its cells kept as text. */
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

  it("distinguishes sites of the same name only by their ID", async () => {
    const { user: client } = await insertClient(db, { profile: { companyName: "Twin sites" } });
    const twins = ["1 Quay", "2 Quay"].map((address) => ({
      customerId: client.id,
      name: "Harbour",
      address,
    }));
    const [first] = await db.insert(shipTos).values(twins).returning();
    const file = (head: string, cells: string) =>
      `Company,Site,Address${head}\nTwin sites,harbour,3 Quay${cells}`;
    expect(await files.rowsOf(await files.upload("sites", file("", "")))).toEqual([
      "refused: Several sites of this client have this name; please add the site’s ID.",
    ]);
    const known = await files.upload("sites", file(",Site ID", `,${first?.id}`));
    expect(await files.rowsOf(known)).toEqual(["changed"]);
    expect(
      await files.rowsOf(await files.upload("sites", file(",Site ID", `,${crypto.randomUUID()}`))),
    ).toEqual(["refused: The client has no site with this ID."]);
  });
});
