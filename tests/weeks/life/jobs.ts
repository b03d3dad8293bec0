import { sql } from "drizzle-orm";
import { createStopLinks } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { invoiceMonths } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import { writeToDebtors } from "#app/domain/documents/reminders.server.ts";
import { deliverMails } from "#app/domain/mail/send-queued.server.ts";
import { settleStopsLater } from "#app/domain/ordering/delivery/shared-stop-fee.server.ts";
import { endUnapproved } from "#app/domain/ordering/holding/approval.server.ts";
import { freePrepaid } from "#app/domain/ordering/holding/prepaid-orders.server.ts";
import { endUnconfirmed } from "#app/domain/ordering/transition/unconfirmed-orders.server.ts";
import { endUnpaid } from "#app/domain/ordering/transition/unpaid-orders.server.ts";
import { workCardPayments } from "#app/domain/payments/due-payments.server.ts";
import type { PaymentWork } from "#app/domain/payments/perform-job.server.ts";
import { applyScheduledPrices } from "#app/domain/pricing/scheduled-prices.server.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { tellBackInStock } from "#app/domain/stock/back-in-stock.server.ts";
import { sendTexts } from "#app/domain/texts/send-texts.server.ts";
import { mailFreshSheets } from "#app/features/fresh-sheet/send-fresh-sheets.server.ts";
import { workImports } from "#app/features/imports/jobs/work-imports.server.ts";
import { forgetAnswered } from "#app/features/inquiries/inbox/forget-old.server.ts";
import { remindClients } from "#app/features/order-reminders/order-reminders.server.ts";
import { forgetOldData } from "#app/features/personal-data/forget-old.server.ts";
import { placeStandingOrders } from "#app/features/standing-orders/place-due.server.ts";
import { createSkipLinks } from "#app/features/standing-orders/skip-link.server.ts";
import { orderingMember } from "#app/guards/member-client.server.ts";
import type { Database } from "#db/database.ts";
import type { Job, JobRunner } from "#db/jobs/jobs.ts";
import type { QueueName } from "#db/jobs/queues.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { Finding } from "./act.ts";
import { shop } from "./shop.ts";
import type { Jobs } from "./world.ts";

/** Jobs that check the machine, which a life doesn't have. */
const ofTheMachine = ["nightly-backups", "recent-backups", "health"];

const toDebtors = "debtor-mails";
const toStanding = "standing-orders";

type Perform = (job: Job<QueueName>) => Promise<void>;

/**
 * Registers the shop's jobs as `server/services.ts` does, for the life to run.
 *
 * @throws Finding for a queue of the shop that isn't registered here
 */
export async function takeOverJobs(db: Database, work: PaymentWork): Promise<Jobs> {
  const repeated = new Map<string, Perform>();
  const workers = new Map<string, Perform>();
  const runner: JobRunner = {
    async work(queue, _, perform) {
      workers.set(queue, perform as Perform);
    },
    async repeat(queue, _, perform) {
      repeated.set(queue, perform as Perform);
    },
    close: async () => undefined,
  };
  const sent = new Set<string>();
  const twice: string[] = [];
  const log = silentLog;
  await deliverMails(runner, {
    db,
    log,
    transport: {
      workers: 1,
      batch: 1,
      reachesNobody: false,
      async deliver({ id, recipient, subject, text, createdAt }) {
        // The shop would treat an error thrown here as an unreachable mail server.
        for (const one of [id, `${recipient} ${subject} ${createdAt.getTime()} ${text}`]) {
          if (sent.has(one)) twice.push(`${recipient}: ${subject}`);
          sent.add(one);
        }
        return null;
      },
    },
  });
  await sendTexts(runner, { db, sender: null, log });
  const links = createStopLinks("a secret of the simulated weeks");
  await applyScheduledPrices(runner, { db, log });
  await endUnconfirmed(runner, { db, shop, log });
  await endUnapproved(runner, { db, shop, log });
  await endUnpaid(runner, work, shop);
  await freePrepaid(runner, { db, shop, log });
  const settings = { get: <Value extends object>(group: SettingsGroup<Value>) => group.defaults };
  await forgetOldData(runner, { db, settings, log, others: [forgetAnswered] });
  await settleStopsLater(runner, { db, shop });
  await workCardPayments(runner, work);
  await invoiceMonths(runner, { db, shop, log });
  await writeToDebtors(runner, { db, shop, log });
  await remindClients(runner, { db, links, shop, minOrderCents: 0, log });
  await placeStandingOrders(runner, {
    db,
    shop,
    minOrderCents: 0,
    needsConfirmedEmail: false,
    log,
    links: createSkipLinks("a secret of the simulated weeks"),
    memberFor: (customerId, userId) => orderingMember(db, customerId, userId, ""),
  });
  await tellBackInStock(runner, { db, shop, log });
  await mailFreshSheets(runner, { db, links, shop, minOrderCents: 0, log });
  await workImports(runner, { db, log, shop });
  await refuseUnknown(db, new Set([...repeated.keys(), ...workers.keys(), ...ofTheMachine]));
  const perform = (job: Perform | undefined, data: object) =>
    job?.(asJob(data)) ?? Promise.resolve();
  const sendMails = async () => {
    for (const mailId of await waitingMails(db)) await perform(workers.get("mail"), { mailId });
    if (twice.length > 0) throw new Finding(`mails that are sent twice: ${twice}`);
  };
  return {
    async round() {
      const later = [toDebtors, toStanding];
      for (const [queue, job] of repeated) if (!later.includes(queue)) await perform(job, {});
      await sendMails();
    },
    async placeStanding() {
      await perform(repeated.get(toStanding), {});
      await sendMails();
    },
    async writeToDebtors() {
      await perform(repeated.get(toDebtors), {});
      await sendMails();
    },
    async settleStops() {
      for (const data of await waitingStops(db)) await perform(workers.get("stops"), data);
    },
    mailSheet: (sheetId) => perform(workers.get("fresh-sheets"), { sheetId }),
    import: (importId) => perform(workers.get("imports"), { importId }),
  };
}

const asJob = (data: object) =>
  ({
    id: crypto.randomUUID(),
    data,
    retryCount: 0,
    isLastAttempt: true,
    signal: new AbortController().signal,
  }) as Job<QueueName>;

async function refuseUnknown(db: Database, known: ReadonlySet<string>): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pgboss.queue`);
  // pg-boss's own queues begin with its name.
  const unknown = rows.flatMap(({ name }) =>
    known.has(name) || name.startsWith("__pgboss") ? [] : name,
  );
  if (unknown.length > 0) throw new Finding(`the shop has jobs that no life does: ${unknown}`);
}

async function waitingStops(db: Database): Promise<object[]> {
  const { rows } = await db.execute<{ data: object }>(sql`
    delete from pgboss.job where name = 'stops' returning data`);
  return rows.map(({ data }) => data);
}

/** Takes the ids of the emails that are due from the queue, in its order. */
async function waitingMails(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ mailId: string }>(sql`
    delete from pgboss.job where name = 'mail' and start_after <= ${new Date().toISOString()}
    returning data->>'mailId' as "mailId", created_on, id`);
  const ids = rows.map(({ mailId }) => mailId);
  if (ids.length === 0) return [];
  const { rows: sorted } = await db.execute<{ id: string }>(sql`
    select id from mail_outbox where id = any(${sql.param(ids)}::uuid[]) order by created_at, id`);
  return sorted.map(({ id }) => id);
}
