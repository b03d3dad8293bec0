import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { exportInvoices } from "#app/features/invoices/invoices-export.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { takeNumber } from "#db/issue-invoice.ts";
import { documentSeries, skippedNumbers } from "#db/schema/money/documents.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { removeFolder } from "#tests/setup/remove-folder.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { askLastNumbers, readLastNumbers, seriesNames, skipNumbers } from "./skip-numbers.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const backupOf = new Date("2026-11-23T11:30:00Z");

it("reads the last numbers as they are said, and from mails and files of the books", async () => {
  expect(await readLastNumbers(["INV-000140", "CN-7", "INV-99"])).toEqual({ INV: 140, CN: 7 });
  const folder = await mkdtemp(join(tmpdir(), "numbers-"));
  onTestFinished(() => removeFolder(folder));
  await mkdir(join(folder, "outbox"));
  await writeFile(
    join(folder, "outbox", "1.eml"),
    "Subject: Your invoice INV-000129\n\nINV-00=\r\n0131",
  );
  await writeFile(join(folder, "xero.csv"), "INV-000130,XINV-000999,DN-000012,INV-1000000");
  expect(await readLastNumbers([folder])).toEqual({ INV: 1_000_000, DN: 12 });
  expect(await readLastNumbers([join(folder, "outbox"), "INV-000128"])).toEqual({ INV: 131 });
  await expect(readLastNumbers([join(folder, "nothing")])).rejects.toThrow(/is no number like/);
});

it("asks for the last number of each series, however it is answered", async () => {
  const asked: string[] = [];
  const answers = ["INV-000140", "", "no. 12"];
  const answered = await askLastNumbers(async (question) => {
    asked.push(question);
    return answers[asked.length - 1] ?? "";
  });
  expect(answered).toEqual({ INV: 140, DN: 12 });
  expect(asked.map((question) => /^The last (.+) that was sent out/.exec(question)?.[1])).toEqual([
    ...["invoice", "credit note", "delivery note"],
  ]);
});

it("steps past what was given after the backup, once, and says so where the books are read", async () => {
  const { db } = database;
  await db.update(documentSeries).set({ lastNumber: 120 }).where(eq(documentSeries.series, "INV"));
  const skip = (last: Record<string, number>) =>
    db.transaction((tx) => skipNumbers(tx, last, backupOf));
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

it("knows every series that there is", async () => {
  const stored = await database.db.select({ series: documentSeries.series }).from(documentSeries);
  expect(stored.map(({ series }) => series).sort()).toEqual(Object.keys(seriesNames).sort());
});
