import { sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import {
  type StopLinks,
  stopAddresses,
} from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { type DeliveryDay, upcomingDays, type ZoneRules } from "#app/domain/delivery/days.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { minimumOf } from "#app/domain/ordering/holding/customer-terms.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { orderReminderMail } from "./reminder-mail.ts";
import { isTimeToRemind, usualDates } from "./reminder-times.ts";

/** Interval of the job, in seconds. */
const lookEvery = 10 * 60;

export interface ReminderOptions {
  db: Database;
  links: StopLinks;
  shop: Shop;
  /** The shop's minimum, for customers without their own. */
  minOrderCents: number;
  log: Pick<Log, "info">;
}

/** Runs the job that reminds clients of their usual cut-offs, until the runner is closed. */
export function remindClients(jobs: JobRunner, options: ReminderOptions): Promise<void> {
  return jobs.repeat("order-reminders", lookEvery, async () => {
    const count = await sendOrderReminders(options);
    if (count > 0) options.log.info({ count }, "reminded clients to order");
  });
}

/**
 * Queues reminders for customers who usually order for a day whose cut-off is today, and haven't
 * yet. Skips full or closed days, and customers on hold, opted out, or without a verified or
 * vouched address. Idempotent per customer and date, also across processes.
 *
 * @param at replaces the database's clock
 * @returns the number of reminders
 */
export async function sendOrderReminders(
  { db, links, shop, minOrderCents }: Omit<ReminderOptions, "log">,
  at?: Date,
): Promise<number> {
  const now = at ?? (await clockOf(db));
  const { zones, exceptions, unavailable } = await readDeliveryRules(db, pacificDay(now));
  if (zones.length === 0) return 0;
  let count = 0;
  for (const zone of zones) {
    for (const day of upcomingDays(zone, exceptions, now)) {
      const isOpen = !unavailable.has(runKey(zone.id, day.date));
      if (!isOpen || !isTimeToRemind(day.cutOffAt, now)) continue;
      const usual = usualDates(zone, exceptions, day.date);
      if (usual.length === 0) continue;
      count += await db.transaction(async (tx) => {
        const found = await claim(tx, zone, day, usual, pacificDay(now));
        const mails = found.map(
          ({ customer_id: id, email, company_name: companyName, ...terms }) => {
            const shopMinimumCents = minimumOf({ minOrder: terms.min_order }, minOrderCents);
            const asked = { estimateCents: 0, shopMinimumCents, isShared: false };
            const { minimumCents } = deliveryTerms(day, asked);
            const whose = {
              kind: "order-reminders",
              customerId: id,
              siteUrl: shop.siteUrl,
            } as const;
            const { stopUrl, unsubscribeUrl } = stopAddresses(links, whose, now);
            return {
              to: email,
              expiresAt: day.cutOffAt,
              unsubscribeUrl,
              ...orderReminderMail(
                { companyName, day, minimumCents, zoneName: zone.name, stopUrl },
                shop,
              ),
            };
          },
        );
        if (mails.length > 0) await queueMail(tx, ...mails);
        return mails.length;
      });
    }
  }
  return count;
}

async function clockOf(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select extract(epoch from now()) * 1000 as ms`,
  );
  return new Date(Number(rows[0]?.ms));
}

interface Claimed extends Record<string, unknown> {
  customer_id: string;
  email: string;
  company_name: string;
  min_order: string | null;
}

/**
 * Records whom to remind, and returns those not recorded before. A day is usual after orders for it
 * in two of the last four weeks, or in one if the zone has no other day.
 */
async function claim(
  tx: Transaction,
  zone: ZoneRules,
  { date }: DeliveryDay,
  usual: string[],
  today: string,
): Promise<Claimed[]> {
  const times = zone.days.length === 1 ? 1 : 2;
  const { rows } = await tx.execute<Claimed>(sql`
    with usual as (
      select record.account_id as customer_id from orders join runs on runs.id = orders.run_id
        join customers record on record.id = orders.customer_id
      where runs.zone_id = ${zone.id} and orders.status <> 'cancelled'
        and orders.delivery_day = any(${sql.param(`{${usual.join(",")}}`)}::date[])
      group by record.account_id having count(distinct orders.delivery_day) >= ${times}
    ), told as (
      insert into order_reminders (customer_id, run_date)
      select customers.id, ${date} from customers
      where customers.inactive_at is null and customers.id in (select customer_id from usual)
        and customers.wants_order_reminders and not customers.is_held
        and exists (select from members join users on users.id = members.user_id
          where members.customer_id = customers.id and members.role = 'owner'
            and (users.email_verified or users.is_vouched))
        and not exists (select from orders where ${ofAccount(sql`orders.customer_id`, sql`customers.id`)}
          and orders.status <> 'cancelled' and orders.delivery_day between ${today} and ${date})
      order by customers.id
      on conflict do nothing
      returning customer_id
    )
    select told.customer_id, users.email, customers.company_name, customers.min_order
    from told join customers on customers.id = told.customer_id
      join members on members.customer_id = told.customer_id and members.role = 'owner'
      join users on users.id = members.user_id`);
  return rows;
}
