import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { listActiveProducts } from "#app/domain/catalogue/products.server.ts";
import { listClients } from "#app/features/clients/clients-admin.server.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { runOnServer } from "#tests/setup/servers/server-database.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import type { OpenDatabase } from "./database.ts";
import { renewNaturalOrder } from "./natural-order.ts";

const byName = new Intl.Collator("en-CA", { numeric: true }).compare;

const names = [
  ...["apple-smoked brisket", "Brisket and Chuck Grind", "Brisket Flat", "brisket flat"],
  ...[
    "Rib 2",
    "Rib 10",
    "rib 9",
    "Ribeye",
    "Rib-Eye",
    "Rib Eye",
    "R\u00f4ti",
    "Roti",
    "Rotisserie",
  ],
  ...["\u00c9lan", "Eland", "Elan", "O'Brien's", "OBrien", "Zabuton", "\u725b\u8089", "100% Beef"],
  ...["\u0a2a\u0a70\u0a1c\u0a3e\u0a2c", "(Sample)", "_under", "50% Lean"],
];

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("orders products as a browser does: by letter, accent, case and number", async () => {
  for (const name of names) await insertProduct(database.db, { name });
  const listed = (await listActiveProducts(database.db, "all")).map(({ name }) => name);
  expect(listed).toEqual(names.toSorted(byName));
  const at = (name: string) => listed.indexOf(name);
  expect(at("Brisket and Chuck Grind")).toBeLessThan(at("Brisket Flat"));
  expect(at("Rib 2")).toBeLessThan(at("Rib 10"));
  expect(at("apple-smoked brisket")).toBeLessThan(at("Brisket Flat"));
});

it("orders clients the same way, page by page and back", async () => {
  const { db } = database;
  const admin = await signedInAdmin(db);
  for (const companyName of names) await signedInClient(db, { companyName });
  const seen: string[] = [];
  let page = await listClients(db, admin, { limit: 4 });
  for (;;) {
    seen.push(...page.rows.map(({ companyName }) => companyName));
    if (!page.hasMore) break;
    page = await listClients(db, admin, { limit: 4, after: page.rows.at(-1) });
  }
  expect(seen).toEqual(names.toSorted(byName));
  const before = await listClients(db, admin, { limit: 4, before: page.rows[0] });
  expect(before.rows.map(({ companyName }) => companyName)).toEqual(
    seen.slice(-page.rows.length - 4, -page.rows.length),
  );
});

it("rebuilds the indexes once if the server's ICU has another version", async () => {
  const { db } = database;
  const { log, lines } = recordingLog();
  await renewNaturalOrder(db, log);
  expect(lines).toEqual([]);

  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(inject("testDatabase").serverUrl);
  url.pathname = `/${rows[0]?.name}`;
  const old = "update pg_collation set collversion = '1' where collname = 'natural_order'";
  await runOnServer(url.href, old);
  await Promise.all([renewNaturalOrder(db, log), renewNaturalOrder(db, log)]);
  await renewNaturalOrder(db, log);
  expect(lines.length).toBeGreaterThanOrEqual(1);
  expect(lines.length).toBeLessThanOrEqual(2);
  const { rows: outdated } = await db.execute(sql`
    select from pg_collation
    where collname = 'natural_order' and collversion <> pg_collation_actual_version(oid)`);
  expect(outdated).toEqual([]);
});
