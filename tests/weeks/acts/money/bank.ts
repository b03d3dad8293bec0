import { eq, inArray } from "drizzle-orm";
import {
  bookBankRow,
  unbookBankRow,
  withProposals,
} from "#app/features/collecting/bank/decide.server.ts";
import { saveColumns, storeBankFile } from "#app/features/collecting/bank/imports.server.ts";
import { getBankRow } from "#app/features/collecting/bank/rows.server.ts";
import { bankImports, bankRows } from "#db/schema/money/accounting.ts";
import { act, Finding, same } from "../../life/act.ts";
import { buyerOf, inText, known, Skipped, shop, todayOf, type World } from "../../life/world.ts";
import { plusDays } from "../../pencil/days.ts";
import { bookedOr } from "./by-hand.ts";

// The bank's file: exact matches are booked at once, the others one by one; any may be taken back.

interface Row {
  key: string;
  buyer: string;
  /** The document named in its text. */
  paper: string;
  cents: number;
  day: string;
  /** Key of its payment, if it is booked at once. */
  payment: string;
}

interface File {
  key: string;
  rows: Row[];
}

const head = "Date,Amount,Sender,Message";

const contentOf = ({ key, rows }: File) =>
  [
    head,
    ...rows.map((row) => {
      const [, number = ""] = row.paper.split(" ");
      return `${row.day},${inText(row.cents)},${row.buyer} Ltd,"${row.key}, inv ${number}, thank you"`;
    }),
    `${rows[0]?.day},-12.50,Bank,"Fees of ${key}"`,
  ].join("\r\n");

export const importFile = act<File>({
  weight: 4,
  choose(world, random) {
    world.serial += 1;
    const key = `file ${world.serial}`;
    const rows: Row[] = [];
    for (const buyer of world.buyers.keys()) {
      const open = world.pencil.openPapers(buyer).filter(({ number }) => number > 0);
      const paper = random.pick(open);
      if (!paper || rows.length === 4 || random.chance(0.3)) continue;
      const share = random.pick([1, 1, random.next(), 1.2]) ?? 1;
      world.serial += 1;
      rows.push({
        key: `${key} row ${rows.length + 1}`,
        buyer,
        paper: paper.id,
        cents: Math.max(1, Math.round(paper.open * share)),
        day: plusDays(todayOf(world), -random.between(0, 6)),
        payment: `payment ${world.serial}`,
      });
    }
    return rows.length > 0 ? { key, rows } : undefined;
  },
  say: ({ key, rows }) =>
    `The bank's ${key} is imported: ${rows
      .map(
        ({ buyer, cents, paper, day }) => `${buyer} paid $${inText(cents)} for ${paper} on ${day}`,
      )
      .join("; ")}`,
  async run(world, file) {
    const { db, pencil, desk } = world;
    // Matched before anything from the file is booked.
    for (const { paper } of file.rows) known(pencil.books.papers, paper);
    const exact = file.rows.filter(({ paper, cents }) => pencil.books.open(paper) === cents);
    await read(world, file, file.rows.length);
    desk.money.files.set(file.key, contentOf(file));
    const stored = await db
      .select()
      .from(bankRows)
      .where(inArray(bankRows.state, ["open", "booked"]));
    for (const row of file.rows) {
      buyerOf(world, row.buyer);
      const found = stored.find(({ message }) => message.startsWith(`${row.key},`));
      if (!found) throw new Finding(`${row.key} is not there`);
      const { key, buyer, paper, cents, day } = row;
      const isExact = exact.includes(row);
      same(`${key}, exact or not`, found.state, isExact ? "booked" : "open");
      const payment = isExact ? row.payment : undefined;
      desk.money.rows.set(key, { id: found.id, buyer, paper, cents, day, payment });
      if (!isExact) continue;
      world.payments.set(row.payment, { entryId: found.entryId ?? "", buyer });
      pencil.paid({ id: row.payment, customer: buyer, day, cents, named: [paper] });
    }
  },
});

async function read({ db, staff, desk }: World, file: File | string, added: number) {
  const text = typeof file === "string" ? file : contentOf(file);
  const content = new TextEncoder().encode(text);
  const { id, isRead } = await storeBankFile(db, staff, { name: "bank.csv", content });
  same("the columns are known", isRead, desk.money.files.size > 0);
  if (!isRead) {
    await saveColumns(db, staff, id, {
      head: head.split(","),
      date: 0,
      dateFormat: "ymd",
      sender: 2,
      message: [3],
      amount: { kind: "signed", column: 1 },
    });
  }
  const [stored] = await db.select().from(bankImports).where(eq(bankImports.id, id));
  const outcome = stored?.outcome as { added: number; outgoing: number } | null | undefined;
  const counts = { added: outcome?.added, outgoing: outcome?.outgoing };
  same("rows of the file", counts, { added, outgoing: 1 });
}

export const importAgain = act<{ key: string }>({
  weight: 3,
  choose(world, random) {
    const key = random.pick([...world.desk.money.files.keys()]);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `The bank's ${key} is imported again`,
  run: (world, { key }) => read(world, known(world.desk.money.files, key), 0),
});

/** True for a row that nobody has decided, or whose payment was taken back. */
const isOpen = ({ payments }: World, { payment }: { payment: string | undefined }) =>
  payment === undefined || !payments.has(payment);

export const decideRow = act<{ key: string; payment: string }>({
  weight: 6,
  choose(world, random) {
    const open = [...world.desk.money.rows].filter(([, row]) => isOpen(world, row));
    const key = random.pick(open)?.[0];
    if (key === undefined) return undefined;
    world.serial += 1;
    return { key, payment: `payment ${world.serial}` };
  },
  say: ({ key, payment }) => `The bank's ${key} is booked as suggested (${payment})`,
  async run(world, { key, payment }) {
    const { db, staff, pencil, desk } = world;
    const row = known(desk.money.rows, key);
    if (!isOpen(world, row)) throw new Skipped(key);
    const { id: customerId } = buyerOf(world, row.buyer);
    const stored = await getBankRow(db, staff, row.id);
    if (!stored) throw new Finding(`${key} is not there`);
    const [first] = (await withProposals(db, staff, [stored]))[0]?.proposals ?? [];
    same(`proposed for ${key}`, first?.customerId, customerId);
    const settles = first?.settles ?? [];
    const booking = { rowId: row.id, customerId, settles };
    const entryId = bookedOr(await bookBankRow(db, staff, booking));
    const twice = await bookBankRow(db, staff, booking);
    same(`${key} booked twice`, twice, { refused: "decided meanwhile" });
    row.payment = payment;
    world.payments.set(payment, { entryId, buyer: row.buyer });
    const { paper, buyer, cents, day } = row;
    pencil.paid({ id: payment, customer: buyer, day, cents, named: [paper] });
  },
});

export const undoRow = act<{ key: string }>({
  weight: 2,
  choose(world, random) {
    const booked = [...world.desk.money.rows].filter(([, row]) => !isOpen(world, row));
    const key = random.pick(booked)?.[0];
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `The booking of the bank's ${key} is taken back`,
  async run(world, { key }) {
    const row = known(world.desk.money.rows, key);
    if (row.payment === undefined || isOpen(world, row)) throw new Skipped(key);
    buyerOf(world, row.buyer);
    bookedOr(await unbookBankRow(world.db, world.staff, row.id, shop));
    world.payments.delete(row.payment);
    world.pencil.reversed(row.payment, todayOf(world));
    row.payment = undefined;
  },
});
