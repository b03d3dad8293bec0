import { and, asc, eq, gt, inArray, isNull, lte, not, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { readersOf } from "#app/domain/customers/readers.server.ts";
import { smallCents } from "#app/domain/ledger/credit-standing.ts";
import { entryInWords } from "#app/domain/ledger/ledger-entry.ts";
import { admit } from "#app/domain/mail/addressees.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { isNotToldYet } from "#app/domain/orders/leaving.server.ts";
import { recipientOf } from "#app/domain/orders/order-recipient.server.ts";
import { setShopSettings } from "#app/domain/settings/settings.server.ts";
import { refuseUnlessSeen } from "#app/domain/settings/settings-group.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { daysAfter, firstOfMonth, formatMonth, pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { customers, ofAccount } from "#db/schema/customers.ts";
import { documents } from "#db/schema/money/documents.ts";
import { invoiceBalances, remindersSent, statementsSent } from "#db/schema/money/ledger.ts";
import { shopSettings } from "#db/schema/system.ts";
import { isUnbilledNote } from "./issuing/issue-monthly-invoice.server.ts";
import {
  presetReminders,
  type ReminderSettings,
  type ReminderStep,
  reminderMail,
  reminderSteps,
  statementMail,
  stepOn,
  type WantedReminders,
} from "./reminders.ts";
import { readStatement } from "./statements/statement.server.ts";

/** How often to look for due emails, in seconds. */
const lookEvery = 15 * 60;

interface DebtorMailOptions {
  db: Database;
  shop: Shop;
  log: Pick<Log, "info">;
}

/** Sends due reminders and monthly statements, in one process at a time. */
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

export const remindersSubject = { entity: "setting", entityId: "reminders" } as const;

/** Returns the owner's reminder settings. For administrators. */
export async function getReminders(db: Database, _admin: Admin): Promise<ReminderSettings> {
  return (await readReminders(db)).settings;
}

/** Returns the number of overdue invoices that reminders would be sent for. For administrators. */
export async function countOverdue(db: Database, _admin: Admin, now = new Date()): Promise<number> {
  const overdue = await openInvoices(db, daysAfter(pacificDay(now), -1));
  let count = 0;
  for (const [customerId, invoices] of Map.groupBy(overdue, (invoice) => invoice.customerId)) {
    const { readers } = await facedBy(db, customerId);
    if (readers.length > 0) count += invoices.length;
  }
  return count;
}

interface StoredReminders {
  settings: ReminderSettings;
  /** The day from which overdue days count (`stepOn`); null to count from the due day. */
  since: string | null;
}

async function readReminders(db: Database): Promise<StoredReminders> {
  const [row] = await db.select({ reminders: shopSettings.reminders }).from(shopSettings);
  return asStored(row?.reminders);
}

/** Reads settings written by this version or an earlier one. */
function asStored(written: unknown): StoredReminders {
  const known = written as (Partial<ReminderSettings> & { since?: string | null }) | null;
  const { since = null, ...settings } = known ?? {};
  return { settings: { ...presetReminders, ...settings }, since };
}

/**
 * Saves and logs the reminders; writes nothing if unchanged. If that switches them on, the days of
 * overdue invoices count from now, unless `withOverdue`. For administrators.
 *
 * @param seen the values the form was filled with, from `seenOf`
 * @throws Refusal if the stored values have changed since
 */
export async function updateReminders(
  db: Database,
  admin: Admin,
  { withOverdue = false, ...wanted }: WantedReminders,
  seen?: string,
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ reminders: shopSettings.reminders })
      .from(shopSettings)
      .for("update");
    const { settings: before, since: stored } = asStored(row?.reminders);
    const changed = Object.entries(wanted).filter(
      ([name, value]) => before[name as keyof ReminderSettings] !== value,
    );
    if (changed.length === 0) return;
    refuseUnlessSeen(before, seen);
    const isSwitchedOn = wanted.isOn && !before.isOn;
    const since = isSwitchedOn ? (withOverdue ? null : pacificDay(now)) : stored;
    await setShopSettings(tx, { reminders: { ...wanted, since } });
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
 * Queues the reminders that are due, one email per customer and step, and records their invoices.
 * Idempotent: each invoice gets each step once. Does nothing until the owner switches reminders on.
 */
export async function sendReminders(db: Database, shop: Shop, now = new Date()): Promise<string[]> {
  const { settings, since } = await readReminders(db);
  if (!settings.isOn) return [];
  const today = pacificDay(now);
  const open = await openInvoices(db, daysAfter(today, settings.beforeDays));
  const reminded: string[] = [];
  for (const customerId of new Set(open.map((invoice) => invoice.customerId))) {
    for (const step of reminderSteps) {
      const due = open.filter(
        (invoice) =>
          invoice.customerId === customerId &&
          stepOn(settings, invoice.dueOn, today, since) === step,
      );
      if (due.length > 0) reminded.push(...(await remind(db, settings, step, due, shop)));
    }
  }
  return reminded;
}

/** Returns the invoices due by a day that clients are reminded of, the oldest first. */
function openInvoices(db: Database, dueBy: string): Promise<DueInvoice[]> {
  return db
    .select({
      ...pick(invoiceBalances, "documentId", "documentNumber", "dueOn", "openCents"),
      customerId: customers.accountId,
      url: documents.url,
    })
    .from(invoiceBalances)
    .innerJoin(documents, eq(documents.id, invoiceBalances.documentId))
    .innerJoin(customers, eq(customers.id, invoiceBalances.customerId))
    .where(
      and(
        gt(invoiceBalances.openCents, smallCents),
        lte(invoiceBalances.dueOn, dueBy),
        // The order's own email comes first, when it leaves.
        not(isNotToldYet),
      ),
    )
    .orderBy(asc(invoiceBalances.dueOn), asc(invoiceBalances.documentNumber));
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
    const { company, guestEmail, readers } = await facedBy(tx, first.customerId);
    // We have no email address; staff see what is overdue.
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
    const admitted = guestEmail ? await admitGuest(tx, first) : { repeatsTyped: true };
    if (!admitted) {
      // Not mailed now: the next round retries.
      await tx
        .delete(remindersSent)
        .where(and(eq(remindersSent.step, step), inArray(remindersSent.documentId, ids)));
      return [];
    }
    const facts = { company: admitted.repeatsTyped ? company : "", invoices };
    const mail = reminderMail(settings, step, facts, shop);
    await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
    return invoices.map(({ documentNumber }) => documentNumber);
  });
}

/** Starts statements with this month's, so that switching them on doesn't mail last month's. */
export async function beginStatements(
  tx: Transaction,
  customerIds: readonly string[],
  now = new Date(),
): Promise<void> {
  if (customerIds.length === 0) return;
  const month = firstOfMonth(daysAfter(firstOfMonth(pacificDay(now)), -1));
  await tx.execute(sql`
    insert into ${statementsSent} (customer_id, month)
    select id, ${month}::date from unnest(${sql.param(customerIds)}::uuid[]) as id
    on conflict do nothing`);
}

/**
 * Queues last month's statements for the customers that want one and have entries on it, each once.
 * A customer with unbilled delivery notes of that month waits for their invoice, which belongs to
 * it. Returns how many were queued.
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
        isNull(customers.mergedInto),
        sql`not exists (select from statements_sent
          where statements_sent.customer_id = customers.id and month = ${from})`,
        sql`not exists (select from documents
          where ${ofAccount(sql`documents.customer_id`, sql`customers.id`)} and documents.issued_on <= ${to}
            and ${isUnbilledNote})`,
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
    const readers = await readersOf(tx, customerId, "statements");
    if (!statement || readers.length === 0) return false;
    const { openingCents, entries, customer, balance } = statement;
    if (entries.length === 0 && openingCents === 0) return false;
    const facts = {
      company: customer.company,
      month: formatMonth(days.from),
      days,
      openingCents,
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

/** Returns whether a guest may be mailed about an invoice; null if not now. */
async function admitGuest(tx: Transaction, { customerId, documentId }: DueInvoice) {
  const guest = await recipientOf(tx, { customerId, placedBy: null });
  return guest ? admit(tx, guest, { orderId: documentId, isOurs: true }) : null;
}

/** Returns the recipients of an email about debts: a guest's address, or the customer's readers. */
async function facedBy(tx: Database | Transaction, customerId: string) {
  const [{ company, guestEmail } = { company: "", guestEmail: "" }] = await tx
    .select({ company: customers.companyName, guestEmail: customers.guestEmail })
    .from(customers)
    .where(eq(customers.id, customerId));
  const readers = guestEmail ? [guestEmail] : await readersOf(tx, customerId);
  return { company, guestEmail, readers };
}
