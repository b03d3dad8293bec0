import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import {
  type StopLinks,
  stopAddresses,
} from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { chosenDelivery } from "#app/domain/delivery/delivery-offer.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { freshPicks, freshSends, freshSheets } from "#db/schema/fresh-sheets.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { freshSheetMail, type PricedPick } from "./fresh-sheet-mail.ts";
import { nothingOnIt } from "./fresh-sheets.server.ts";
import { nextReaders, type Reader } from "./readers.server.ts";

/** Minimum time from the email to a day's cut-off; readers need time to order. */
const leastMs = 2 * 3_600_000;

const atOnce = 20;

export interface SheetOptions {
  db: Database;
  links: StopLinks;
  shop: Shop;
  minOrderCents: number;
}

/** Runs the job that emails sheets, until the runner is closed. */
export function mailFreshSheets(
  jobs: JobRunner,
  { log, ...options }: SheetOptions & { log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.work("fresh-sheets", { workers: 1, batch: 1 }, async ({ data }) => {
    const count = await mailSheet(options, data.sheetId);
    log.info({ sheet: data.sheetId, count }, "mailed a fresh sheet");
  });
}

/**
 * Queues a sheet's emails to clients who haven't got it yet, at their own prices for the next day
 * they can order for; an email expires at that day's cut-off. Clients who are offered none of the
 * cuts get none. Idempotent per client, also across processes. Returns the number of emails.
 */
export async function mailSheet(
  options: SheetOptions,
  sheetId: string,
  now = new Date(),
): Promise<number> {
  const { db } = options;
  const [sheet] = await db
    .select({ id: freshSheets.id, note: freshSheets.note })
    .from(freshSheets)
    .where(and(eq(freshSheets.id, sheetId), isNotNull(freshSheets.sentAt)));
  if (!sheet) return 0;
  let count = 0;
  for (;;) {
    const found = await db.transaction(async (tx) => {
      const readers = await nextReaders(tx, sheet.id, atOnce);
      for (const reader of readers) {
        if (await mailTo(tx, options, sheet, reader, now)) count += 1;
      }
      return readers.length;
    });
    if (found < atOnce) return count;
  }
}

interface Sheet {
  id: string;
  note: string;
}

async function mailTo(
  tx: Transaction,
  { links, shop, minOrderCents }: SheetOptions,
  sheet: Sheet,
  { customerId, email, companyName, consent }: Reader,
  now: Date,
): Promise<boolean> {
  const { day, priceDay, picks } = await offerOf(tx, sheet, customerId, minOrderCents, now);
  // If another process is mailing this sheet, this waits for it and adds nothing.
  const claimed = await tx
    .insert(freshSends)
    .values({ sheetId: sheet.id, customerId, priceDay, consent })
    .onConflictDoNothing()
    .returning({ customerId: freshSends.customerId });
  if (claimed.length === 0 || picks.length === 0) return false;
  const whose = { kind: "fresh-sheets", customerId, siteUrl: shop.siteUrl } as const;
  const { stopUrl, unsubscribeUrl } = stopAddresses(links, whose, now);
  const about = { sheetId: sheet.id, note: sheet.note, companyName, picks, day, stopUrl };
  await queueMail(tx, {
    to: email,
    unsubscribeUrl,
    ...(day && { expiresAt: day.cutOffAt }),
    ...freshSheetMail(about, shop),
  });
  return true;
}

/** Returns a sheet's cuts as a customer can order them for the next day that leaves them time. */
async function offerOf(
  db: Database,
  sheet: Sheet,
  customerId: string,
  shopMinimumCents: number,
  now: Date,
) {
  const offer = await deliveryOffer(db, { customerId, sites: null }, undefined, {
    shopMinimumCents,
  });
  const soon = now.getTime() + leastMs;
  const inTime = offer && {
    ...offer,
    zones: offer.zones.map((zone) => ({
      ...zone,
      days: zone.days.filter(({ cutOffAt }) => cutOffAt.getTime() > soon),
    })),
  };
  const order = { estimateCents: 0, shopMinimumCents };
  const day = inTime ? chosenDelivery(inTime, { site: "", day: "" }, order).day : null;
  const priceDay = day?.date ?? pacificDay(now);
  return { day, priceDay, picks: await pricedPicks(db, sheet.id, customerId, priceDay) };
}

function pricedPicks(
  db: Database,
  sheetId: string,
  customerId: string,
  priceDay: string,
): Promise<PricedPick[]> {
  const { pricePerLb, isOffered, endsOn, source } = pricedFor;
  return db
    .select({
      productId: products.id,
      name: products.name,
      line: freshPicks.line,
      pricePerLb,
      endsOn: sql<string | null>`case when ${source} <> 'base' then ${endsOn}::text end`,
    })
    .from(freshPicks)
    .innerJoin(products, eq(products.id, freshPicks.productId))
    .innerJoin(pricesOn(customerId, priceDay), ofProduct)
    .where(and(eq(freshPicks.sheetId, sheetId), eq(products.isActive, true), isOffered))
    .orderBy(asc(freshPicks.position));
}

/**
 * Emails the stored draft to the administrator's own address, as a client without special prices
 * would get it. Records nothing. For administrators. @throws Refusal if it is empty
 */
export async function mailTrial(
  { db, links, shop }: Omit<SheetOptions, "minOrderCents">,
  admin: Admin,
  sheetId: string,
): Promise<void> {
  const [sheet] = await db
    .select({ id: freshSheets.id, note: freshSheets.note })
    .from(freshSheets)
    .where(eq(freshSheets.id, sheetId));
  const picks = sheet
    ? await db
        .select({
          productId: products.id,
          name: products.name,
          line: freshPicks.line,
          pricePerLb: products.pricePerLb,
          endsOn: sql<null>`null`,
        })
        .from(freshPicks)
        .innerJoin(products, eq(products.id, freshPicks.productId))
        .where(and(eq(freshPicks.sheetId, sheetId), eq(products.isActive, true)))
        .orderBy(asc(freshPicks.position))
    : [];
  if (!sheet || picks.length === 0) throw nothingOnIt();
  const { customerId } = admin;
  const whose = { kind: "fresh-sheets", customerId, siteUrl: shop.siteUrl } as const;
  const { stopUrl } = stopAddresses(links, whose);
  const about = { sheetId, note: sheet.note, companyName: "", picks, day: null, stopUrl };
  await queueMail(db, { to: admin.email, ...freshSheetMail(about, shop) });
}
