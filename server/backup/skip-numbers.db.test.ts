import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { exportInvoices } from "#app/domain/documents/invoices-export.server.ts";
import { takeNumber } from "#app/domain/documents/issuing/issue.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { documentSeries, skippedNumbers } from "#db/schema/money/documents.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  askLastNumbers,
  type LastNumbers,
  lastNumbersNow,
  noNumbers,
  readLastNumbers,
  seriesNames,
  skipNumbers,
  skippedInWords,
} from "./skip-numbers.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const backupOf = new Date("2026-11-23T11:30:00Z");

it("reads the last numbers as given, and from emails and accounting files", async () => {
  const named = await readLastNumbers(["INV-000140", "CN-7", "INV-99", "order-1042", "Order-7"]);
  expect(named).toEqual({ said: { INV: 140, CN: 7, Order: 1042 }, found: {} });
  const folder = await mkdtemp(join(tmpdir(), "numbers-"));
  onTestFinished(() => removeFolder(folder));
  await mkdir(join(folder, "outbox"));
  await writeFile(
    join(folder, "outbox", "1.eml"),
    "Subject: Order 1042 is packed: invoice INV-000129\n\nINV-00=\r\n0131, order\r\n1043, order 12\nOrder: 1044",
  );
  await writeFile(join(folder, "xero.csv"), "INV-000130,XINV-000999,DN-000012,INV-1000000");
  const found = { INV: [129, 130, 131, 1_000_000], DN: [12], Order: [1042, 1043, 1044] };
  expect(await readLastNumbers([folder])).toEqual({ said: {}, found });
  expect(await readLastNumbers([join(folder, "outbox"), "INV-000128"])).toEqual({
    said: { INV: 128 },
    found: { INV: [129, 131], Order: [1042, 1043, 1044] },
  });
  await expect(readLastNumbers([join(folder, "nothing")])).rejects.toThrow(/is no number like/);
});

it("asks for the last number of each series, and accepts any form of answer", async () => {
  const asked: string[] = [];
  const answers = ["INV-000140", "", "no. 12", "", "", "Order 1042"];
  const answered = await askLastNumbers(async (question) => {
    asked.push(question);
    return answers[asked.length - 1] ?? "";
  });
  expect(answered).toEqual({ said: { INV: 140, DN: 12, Order: 1042 }, found: {} });
  expect(asked.map((question) => /^The last (.+?) that/.exec(question)?.[1])).toEqual([
    ...["invoice", "credit note", "delivery note", "reversal of a delivery note"],
    ...["counter sale", "order"],
  ]);
});

it("skips the numbers issued after the backup once, and records them for the books", async () => {
  const { db } = database;
  await db.update(documentSeries).set({ lastNumber: 120 }).where(eq(documentSeries.series, "INV"));
  const skip = async (said: Record<string, number>) =>
    (await db.transaction((tx) => skipNumbers(tx, { said, found: {} }, backupOf))).ranges;
  const range = { series: "INV", first: 121, last: 140 };
  expect(await skip({ INV: 140, CN: 0 })).toEqual([range]);
  expect(await skip({ INV: 140 })).toEqual([]);
  expect(await skip({ INV: 100 })).toEqual([]);
  expect(await db.select().from(skippedNumbers)).toMatchObject([{ ...range, backupOf }]);
  expect(await db.transaction((tx) => takeNumber(tx, "INV"))).toMatchObject({ lastNumber: 141 });
  await expect(skip({ XX: 5 })).rejects.toThrow("There is no series XX.");
  const admin = await signedInAdmin(db);
  const rows = await exportedRows(exportInvoices(db, admin, {}));
  expect(rows.at(-1)).toMatchObject({
    "Invoice number": "INV-000121 to 000140",
    "Billed to": expect.stringMatching(/^Issued after the backup of Nov 23, 2026/),
    "Total (CAD)": "",
  });
  const searched = await exportedRows(exportInvoices(db, admin, { q: "INV" }));
  expect(JSON.stringify(searched)).not.toContain("backup");
});

it("ignores implausible numbers in strangers' emails", async () => {
  const { db } = database;
  await db.update(documentSeries).set({ lastNumber: 30 }).where(eq(documentSeries.series, "DN"));
  const folder = await mkdtemp(join(tmpdir(), "numbers-"));
  onTestFinished(() => removeFolder(folder));
  const mails = ["DN-000029", "DN-000035", "DN-000900", "Message from DN-999999999"];
  for (const [nr, text] of mails.entries()) await writeFile(join(folder, `${nr}.eml`), text);
  const skip = async (...said: string[]) => {
    const numbers = await readLastNumbers([folder, ...said]);
    return db.transaction((tx) => skipNumbers(tx, numbers, backupOf));
  };
  expect(await skip()).toEqual({
    ranges: [{ series: "DN", first: 31, last: 900 }],
    isolated: [{ series: "DN", number: 999_999_999 }],
  });
  // A person's number is trusted, and so are those that follow it.
  expect(await skip("DN-999999990")).toEqual({
    ranges: [{ series: "DN", first: 901, last: 999_999_999 }],
    isolated: [],
  });
});

it("skips the numbers of orders, and continues after them", async () => {
  const { db } = database;
  const { user } = await insertClient(db);
  const before = (await insertOrder(db, user.id)).number;
  const last = before + 20;
  const skip = async (numbers: Partial<LastNumbers>) =>
    db.transaction((tx) => skipNumbers(tx, { ...noNumbers(), ...numbers }, backupOf));
  const far = last + 5_000;
  const { ranges, isolated } = await skip({ found: { Order: [before - 1, last, far] } });
  expect(ranges.map(skippedInWords)).toEqual([`Order ${before + 1} to ${last}`]);
  expect(isolated).toEqual([{ series: "Order", number: far }]);
  expect(await skip({ said: { Order: last } })).toEqual({ ranges: [], isolated: [] });
  expect(await db.transaction(lastNumbersNow)).toContainEqual({
    series: "Order",
    lastNumber: last,
  });
  expect((await insertOrder(db, user.id)).number).toBe(last + 1);
  const [one] = (await skip({ said: { Order: last + 2 } })).ranges;
  expect(one && skippedInWords(one)).toBe(`Order ${last + 2}`);
});

it("knows every series", async () => {
  const stored = await database.db.select({ series: documentSeries.series }).from(documentSeries);
  expect(stored.map(({ series }) => series).sort()).toEqual(Object.keys(seriesNames).sort());
});
