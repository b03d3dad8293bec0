import { eq, like } from "drizzle-orm";
import {
  sendReminders,
  sendStatements,
  updateReminders,
} from "#app/domain/documents/reminders.server.ts";
import { presetReminders } from "#app/domain/documents/reminders.ts";
import { readStatement } from "#app/domain/documents/statements/statement.server.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { remindersSent } from "#db/schema/money/ledger.ts";
import { same } from "../../life/act.ts";
import { inText, shop, todayOf, type World } from "../../life/world.ts";
import { plusDays } from "../../pencil/days.ts";

// Nightly emails about debts, and statements for any days.

const days = { before: 3, after: 1, later: 3 };

/** Switches on reminders, and statements for three customers. */
export async function beginDebtors({ db, staff, buyers }: World): Promise<void> {
  const { before: beforeDays, after: afterDays, later: laterDays } = days;
  const wanted = { ...presetReminders, isOn: true, beforeDays, afterDays, laterDays };
  await updateReminders(db, staff, { ...wanted, withOverdue: true });
  for (const key of withStatements) {
    const id = buyers.get(key)?.id ?? "";
    await db.update(customers).set({ wantsStatements: true }).where(eq(customers.id, id));
  }
}

const withStatements = ["Lark", "Heron", "Gull"];

/** Sends statements before the month's invoices, to customers who aren't billed monthly. */
export async function statementsBefore(world: World): Promise<void> {
  await sendStatements(world.db, shop);
  const today = todayOf(world);
  if (today.endsWith("-01")) await judgeStatementMails(world, plusDays(today, -1), false);
}

/** Checks after the month's invoices that due ones got one reminder each, and the statements. */
export async function judgeDebtorMails(world: World): Promise<void> {
  const { db, pencil, buyers } = world;
  const today = todayOf(world);
  const open = [...buyers.keys()].flatMap((key) => pencil.openPapers(key));
  const ofGuests = new Set([...world.guests.keys()].flatMap((key) => numbersOf(world, key)));
  const numbers = await newlyReminded(world);
  const toBuyers = numbers.filter((number) => !ofGuests.has(number)).sort((a, b) => a - b);
  same("reminded of", toBuyers, world.desk.money.debtors.remind(open, today, days));
  const stillOpen = new Set(
    [...world.guests.keys()].flatMap((key) => pencil.openPapers(key).map(({ number }) => number)),
  );
  const paid = numbers.filter((number) => ofGuests.has(number) && !stillOpen.has(number));
  same("guests reminded of what is paid", paid, []);
  same("reminded twice", await sendReminders(db, shop), []);
  same("statements sent twice", await sendStatements(db, shop), 0);
  if (today.endsWith("-01")) await judgeStatementMails(world, plusDays(today, -1), true);
}

/** Returns the numbers of documents reminded of since the last call, once for each step. */
async function newlyReminded({ db, desk }: World): Promise<number[]> {
  const sent = await db
    .select({ id: documents.id, number: documents.number, step: remindersSent.step })
    .from(remindersSent)
    .innerJoin(documents, eq(documents.id, remindersSent.documentId));
  const { reminded } = desk.money;
  return sent.flatMap(({ id, number, step }) => {
    if (reminded.has(`${id} ${step}`)) return [];
    reminded.add(`${id} ${step}`);
    return number;
  });
}

const numbersOf = ({ pencil }: World, key: string) =>
  pencil.books.papersOf(key).map(({ number }) => number);

/** Checks statements as mailed; later entries of their month change debts, but not statements. */
async function judgeStatementMails(
  { db, pencil, desk }: World,
  last: string,
  isEverySent: boolean,
): Promise<void> {
  const month = new Intl.DateTimeFormat("en-CA", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${last}T12:00:00Z`));
  for (const key of withStatements) {
    const mails = await db
      .select({ subject: mailOutbox.subject, to: mailOutbox.recipient })
      .from(mailOutbox)
      .where(like(mailOutbox.subject, `Your statement for ${month}:%`));
    const own = mails.filter(({ to }) => to === `${key.toLowerCase()}@example.com`);
    const balance = pencil.books.owedOn(key, last);
    const isEmpty = !pencil.books.hasMoved(key, last.slice(0, 7));
    if (desk.money.stated.has(`${key} ${last}`)) continue;
    if (own.length === 0 && !isEverySent) continue;
    if (own.length === 0 && isEmpty) {
      // There was nothing to state then; later entries belong to the next month.
      desk.money.stated.add(`${key} ${last}`);
      continue;
    }
    desk.money.stated.add(`${key} ${last}`);
    const said = own.map(({ subject }) =>
      subject
        .split(": ")
        .at(-1)
        ?.replace(/[^\d.]/g, ""),
    );
    same(`balance of the statement of ${key}`, said, [inText(Math.abs(balance))]);
  }
}

/** Checks that statements begin and end with their days' balances, however late entries are. */
export async function judgeStatements(world: World): Promise<void> {
  const { db, pencil } = world;
  const to = plusDays(todayOf(world), -1);
  for (const [at, { key, id }] of [...world.buyers.values()].entries()) {
    const from = plusDays(to, -((at + world.serial) % 9));
    const statement = await readStatement(db, id, { from, to }, shop);
    const sum = (statement?.entries ?? []).reduce((cents, entry) => cents + entry.cents, 0);
    const said = { before: statement?.openingCents, after: (statement?.openingCents ?? 0) + sum };
    const owed = (day: string) => pencil.books.owedOn(key, day);
    same(`statement of ${key} from ${from}`, said, {
      before: owed(plusDays(from, -1)),
      after: owed(to),
    });
  }
}
