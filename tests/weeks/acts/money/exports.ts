import { sql } from "drizzle-orm";
import {
  makeAccountingBatch,
  readAccountingFile,
} from "#app/features/accounting/accounting-batches.server.ts";
import type { AccountingProgram } from "#app/features/accounting/accounting-files.ts";
import { exportLedger } from "#app/features/accounting/ledger-exports.server.ts";
import { same } from "../../life/act.ts";
import { inHundredths, todayOf, type World } from "../../life/world.ts";
import { plusDays } from "../../pencil/days.ts";

// Nightly exports to the bookkeeper's program.

/** Exports everything issued until yesterday, to each program in turn, then an empty batch. */
export async function exportAndJudge(world: World): Promise<void> {
  const until = plusDays(todayOf(world), -1);
  const program = until.endsWith("1") || until.endsWith("6") ? "xero" : "quickbooks";
  await batch(world, program, until);
  const again = await makeAccountingBatch(world.db, world.staff, { program, until });
  same(`a second batch of ${program}`, again, null);
  await judgeLedgerFile(world, until);
}

async function batch(world: World, program: AccountingProgram, until: string): Promise<void> {
  const { db, staff, pencil, desk } = world;
  const made = await makeAccountingBatch(db, staff, { program, until });
  const due = [
    ...[...pencil.books.papers.values()].filter(({ number, day }) => number > 0 && day <= until),
    ...[...pencil.books.credits.values()].filter(
      ({ kind, day }) => kind === "credit note" && day <= until,
    ),
    ...pencil.till.papers().filter(({ day }) => day <= until),
  ].filter(({ id }) => !desk.money.exported.has(`${program} ${id}`));
  same(`documents for ${program}`, made?.documents ?? 0, due.length);
  for (const { id } of due) desk.money.exported.add(`${program} ${id}`);
  if (!made) return;
  // Amounts include tax, which the files leave to the program, and have the program's signs.
  const numbers = new Set<string>();
  for (const name of made.files) {
    const file = (await readAccountingFile(db, staff, made.id, name))?.toString() ?? "";
    for (const [number] of file.matchAll(/\b(?:INV|CN|R)-\d+/g)) numbers.add(number);
  }
  const told = due.map(({ id }) => {
    const [number = ""] = id.split(" ").slice(-1);
    const series = id.startsWith("credit") ? "CN" : id.startsWith("receipt") ? "R" : "INV";
    return `${series}-${number.padStart(6, "0")}`;
  });
  same(`numbers for ${program}`, [...numbers].sort(), told.sort());
  const { rows } = await db.execute<{ cents: number }>(sql`
    select coalesce(sum((case kind when 'credit_note' then -total else total end) * 100), 0)::int as cents
    from documents where document_number = any(${sql.param(told)}::text[])`);
  const cents = due.reduce((sum, one) => sum + ("settles" in one ? -one.cents : one.cents), 0);
  same(`sum for ${program}`, rows[0]?.cents, cents);
}

/** Checks that the file for some days adds up to the change of all balances over them. */
async function judgeLedgerFile(world: World, to: string): Promise<void> {
  const from = plusDays(to, -(world.serial % 5));
  const rows: string[] = [];
  for await (const part of exportLedger(world.db, world.staff, { from, to })) rows.push(part);
  const [head = "", ...lines] = rows.join("").replace("\uFEFF", "").trim().split("\r\n");
  const at = cellsOf(head).indexOf("Amount (CAD)");
  const sum = lines.reduce((cents, line) => cents + inHundredths(cellsOf(line)[at] ?? "0"), 0);
  const { books, till } = world.pencil;
  let moved = till.accountMoved(from, to);
  for (const key of [...world.buyers.keys(), ...world.guests.keys()]) {
    moved += books.owedOn(key, to) - books.owedOn(key, plusDays(from, -1));
  }
  same(`ledger's file from ${from} to ${to}`, sum, moved);
}

/** Returns the cells of a CSV line, which have no line breaks. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
