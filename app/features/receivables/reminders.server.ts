import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { refuseUnlessSeen } from "#app/features/settings/settings-group.ts";
import { daysAfter, firstOfMonth, formatMonth, pacificDay } from "#app/lib/dates.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs.ts";
import { customers } from "#db/schema/customers.ts";
import { documents } from "#db/schema/money/documents.ts";
import { invoiceBalances, remindersSent, statementsSent } from "#db/schema/money/ledger.ts";
import { shopSettings } from "#db/schema/system.ts";
import { entryInWords } from "./ledger-entry.ts";
import { readersOf } from "./readers.server.ts";
import {
  presetReminders,
  type ReminderSettings,
  type ReminderStep,
  reminderMail,
  reminderSteps,
  smallCents,
  statementMail,
  stepOn,
} from "./reminders.ts";
import { readStatement } from "./statement.server.ts";

/** How often to look for what is due, in seconds. */
const lookEvery = 15 * 60;

interface DebtorMailOptions {
  db: Database;
  /** The public origin without a trailing slash. */
  shop: Shop;
  log: Pick<Log, "info">;
}

/** Sends reminders of invoices and monthly statements when they are due, in one process at a time. */
export function writeToDebtors(
  jobs: JobRunner,
  { db, shop, log }: DebtorMailOptions,
): Promise<void> {
  return jobs.repeat("debtor-mails", lookEvery, async () => {
    const { length: invoices } = await sendReminders(db, shop);
    const statements = await sendStatements(db, shop);
    if (invoices + statements > 0) log.info({ invoices, statements }, "wrote to clients who owe");
  });
}

/** The audited thing. */
export const remindersSubject = { entity: "setting", entityId: "reminders" } as const;

/** The owner's reminders. For administrators. */
export async function getReminders(db: Database, _admin: Admin): Promise<ReminderSettings> {
  return readReminders(db);
}

async function readReminders(db: Database): Promise<ReminderSettings> {
  const [row] = await db.select({ reminders: shopSettings.reminders }).from(shopSettings);
  // Written by this version or an earlier one alone.
  return { ...presetReminders, ...(row?.reminders as Partial<ReminderSettings> | null) };
}

/**
 * Saves and logs the reminders; writes nothing if nothing differs. For administrators.
 *
 * @param seen what the form was filled in with, as `seenOf` has it
 * @throws SettingsConflictError if something else is stored by now
 */
export async function updateReminders(
  db: Database,
  admin: Admin,
  wanted: ReminderSettings,
  seen?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ reminders: shopSettings.reminders })
      .from(shopSettings)
      .for("update");
    const before = { ...presetReminders, ...(row?.reminders as Partial<ReminderSettings> | null) };
    const changed = Object.entries(wanted).filter(
      ([name, value]) => before[name as keyof ReminderSettings] !== value,
    );
    if (changed.length === 0) return;
    refuseUnlessSeen(before, seen);
    await tx.update(shopSettings).set({ reminders: wanted });
    await recordAudit(tx, admin, {
      ...remindersSubject,
      action: "edited",
      before: Object.fromEntries(
        changed.map(([name]) => [name, before[name as keyof ReminderSettings]]),
      ),
      after: Object.fromEntries(changed),
    });
  });
}

/**
 * Queues the reminders that are due, one mail for each customer and step, and says which invoices
 * they were about. Each invoice is reminded of once for each step, however often and by how many
 * processes this is called. Does nothing until the owner switches reminders on.
 */
export async function sendReminders(db: Database, shop: Shop, now = new Date()): Promise<string[]> {
  const settings = await readReminders(db);
  if (!settings.isOn) return [];
  const today = pacificDay(now);
  const open = await db
    .select({
      documentId: invoiceBalances.documentId,
      customerId: invoiceBalances.customerId,
      documentNumber: invoiceBalances.documentNumber,
      dueOn: invoiceBalances.dueOn,
      openCents: invoiceBalances.openCents,
      url: documents.url,
    })
    .from(invoiceBalances)
    .innerJoin(documents, eq(documents.id, invoiceBalances.documentId))
    .where(
      and(
        gt(invoiceBalances.openCents, smallCents),
        lte(invoiceBalances.dueOn, daysAfter(today, settings.beforeDays)),
      ),
    )
    .orderBy(asc(invoiceBalances.dueOn), asc(invoiceBalances.documentNumber));
  const reminded: string[] = [];
  for (const customerId of new Set(open.map((invoice) => invoice.customerId))) {
    for (const step of reminderSteps) {
      const due = open.filter(
        (invoice) =>
          invoice.customerId === customerId && stepOn(settings, invoice.dueOn, today) === step,
      );
      if (due.length > 0) reminded.push(...(await remind(db, settings, step, due, shop)));
    }
  }
  return reminded;
}

interface DueInvoice {
  documentId: string;
  customerId: string;
  documentNumber: string;
  dueOn: string;
  openCents: number;
  url: string | null;
}

function remind(
  db: Database,
  settings: ReminderSettings,
  step: ReminderStep,
  due: DueInvoice[],
  shop: Shop,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const [first] = due;
    if (!first) return [];
    const { company, guestEmail } = await facedBy(tx, first.customerId);
    const readers = guestEmail ? [guestEmail] : await readersOf(tx, first.customerId);
    // Nobody signs in for the customer: the staff sees what is overdue.
    if (readers.length === 0) return [];
    const claimed = await tx
      .insert(remindersSent)
      .values(due.map(({ documentId }) => ({ documentId, step })))
      .onConflictDoNothing()
      .returning({ documentId: remindersSent.documentId });
    const ids = claimed.map(({ documentId }) => documentId);
    const claims = due.filter(({ documentId }) => ids.includes(documentId));
    if (claims.length === 0) return [];
    const invoices = claims.map((claim) => ({ ...claim, url: guestEmail ? claim.url : null }));
    const mail = reminderMail(settings, step, { company, invoices }, shop);
    await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
    return invoices.map(({ documentNumber }) => documentNumber);
  });
}

/**
 * Queues last month's statements for the customers that want one, each once, to those with something
 * on it. Returns how many.
 */
export async function sendStatements(db: Database, shop: Shop, now = new Date()): Promise<number> {
  const to = daysAfter(firstOfMonth(pacificDay(now)), -1);
  const from = firstOfMonth(to);
  const wanted = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.wantsStatements, true),
        sql`not exists (select from statements_sent
          where statements_sent.customer_id = customers.id and month = ${from})`,
      ),
    );
  let sent = 0;
  for (const { id } of wanted) if (await sendStatement(db, id, { from, to }, shop)) sent += 1;
  return sent;
}

function sendStatement(
  db: Database,
  customerId: string,
  days: { from: string; to: string },
  shop: Shop,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [claimed] = await tx
      .insert(statementsSent)
      .values({ customerId, month: days.from })
      .onConflictDoNothing()
      .returning();
    if (!claimed) return false;
    const statement = await readStatement(tx, customerId, days, shop);
    const readers = await readersOf(tx, customerId);
    if (!statement || readers.length === 0) return false;
    const { openingCents, entries, customer, balance } = statement;
    if (entries.length === 0 && openingCents === 0) return false;
    const facts = {
      ...{ company: customer.company, month: formatMonth(days.from), days, openingCents },
      closingCents: openingCents + sumCents(entries, ({ cents }) => cents),
      overdueCents: balance.overdueCents,
      rows: entries.map((entry) => ({
        what: entryInWords(entry),
        day: entry.occurredOn,
        cents: entry.cents,
      })),
    };
    const mail = statementMail(facts, shop);
    await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
    return true;
  });
}

/** Whom a mail about debts is for; the address of a guest, who has no readers. */
async function facedBy(tx: Transaction, customerId: string) {
  const [found] = await tx
    .select({ company: customers.companyName, guestEmail: customers.guestEmail })
    .from(customers)
    .where(eq(customers.id, customerId));
  return found ?? { company: "", guestEmail: "" };
}
