import { join, resolve } from "node:path";
import type { Logger } from "pino";
import type { Services } from "#app/context.server.ts";
import { createAuth } from "#app/domain/accounts/session/auth.server.ts";
import { createCatalogReader } from "#app/domain/catalogue/catalog-reader.server.ts";
import { createStopLinks } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { createDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { createDemand } from "#app/domain/delivery/demand.server.ts";
import { createInvoicePdfs } from "#app/domain/documents/invoice-pdfs.server.ts";
import { invoiceMonths } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import { writeToDebtors } from "#app/domain/documents/reminders.server.ts";
import { createPaceLimit, postalPace, searchPace } from "#app/domain/limits/pace-limit.ts";
import { createRateLimits } from "#app/domain/limits/rate-limits.server.ts";
import { exportsAtOnce } from "#app/domain/limits/rate-limits.ts";
import { createShares } from "#app/domain/limits/shares.ts";
import { folderTransport, sweepOutbox } from "#app/domain/mail/folder-transport.server.ts";
import { smtpTransport, withheldWhile } from "#app/domain/mail/mail-transport.server.ts";
import { deliverMails } from "#app/domain/mail/send-queued.server.ts";
import { settleStopsLater } from "#app/domain/ordering/delivery/shared-stop-fee.server.ts";
import { endUnapproved } from "#app/domain/ordering/holding/approval.server.ts";
import { freePrepaid } from "#app/domain/ordering/holding/prepaid-orders.server.ts";
import { tellPaid } from "#app/domain/ordering/mails/paid-order-mails.server.ts";
import {
  tellCharged,
  tellReleased,
} from "#app/domain/ordering/mails/queue-outcome-mails.server.ts";
import { endUnconfirmed } from "#app/domain/ordering/transition/unconfirmed-orders.server.ts";
import { endUnpaid } from "#app/domain/ordering/transition/unpaid-orders.server.ts";
import { createBestSellers } from "#app/domain/orders/lists/best-sellers.server.ts";
import { createPrinting } from "#app/domain/papers/printing.server.ts";
import type { Trouble } from "#app/domain/payments/apply-intent.server.ts";
import { createCardPayments } from "#app/domain/payments/card-payments.server.ts";
import { tellTrouble } from "#app/domain/payments/dispute-mail.server.ts";
import { workCardPayments } from "#app/domain/payments/due-payments.server.ts";
import {
  type StripeSettings,
  stripeProvider,
} from "#app/domain/payments/provider/stripe-provider.server.ts";
import { tellRanOut, tellRefused } from "#app/domain/payments/refused-card-mails.server.ts";
import { createImages } from "#app/domain/pictures/images.server.ts";
import { paperLogoReader } from "#app/domain/pictures/paper-logo.server.ts";
import type { S3Settings } from "#app/domain/pictures/storage/image-bucket.server.ts";
import { createUploads } from "#app/domain/pictures/upload/receive-upload.server.ts";
import { applyScheduledPrices } from "#app/domain/pricing/scheduled-prices.server.ts";
import { shopFrom } from "#app/domain/settings/company-settings.ts";
import { openSettings } from "#app/domain/settings/kept-settings.server.ts";
import { sampleSettings } from "#app/domain/settings/sample.ts";
import { tellBackInStock } from "#app/domain/stock/back-in-stock.server.ts";
import { openShownStocks } from "#app/domain/stock/shown-stock.server.ts";
import { sendTexts } from "#app/domain/texts/send-texts.server.ts";
import { TextRefusedError, type TextSender } from "#app/domain/texts/text-sender.ts";
import { type TwilioSettings, twilioSender } from "#app/domain/texts/twilio-sender.server.ts";
import { createGuestProofs } from "#app/features/checkout/guest-proof.server.ts";
import { mailFreshSheets } from "#app/features/fresh-sheet/send-fresh-sheets.server.ts";
import { watchCertificate } from "#app/features/health/certificate.server.ts";
import { createHealth, type Health } from "#app/features/health/health.server.ts";
import { workImports } from "#app/features/imports/jobs/work-imports.server.ts";
import { forgetAnswered } from "#app/features/inquiries/inbox/forget-old.server.ts";
import { createInboxCount } from "#app/features/inquiries/inbox/inbox-count.server.ts";
import { createLiveEvents } from "#app/features/live/live-events.server.ts";
import { remindClients } from "#app/features/order-reminders/order-reminders.server.ts";
import { forgetOldData } from "#app/features/personal-data/forget-old.server.ts";
import { createRecallLinks } from "#app/features/recall/recall-links.server.ts";
import type { SampleEnd } from "#app/features/sample/sample.ts";
import { placeStandingOrders } from "#app/features/standing-orders/place-due.server.ts";
import { createSkipLinks } from "#app/features/standing-orders/skip-link.server.ts";
import { orderingMember } from "#app/guards/member-client.server.ts";
import type { OpenDatabase, Transaction } from "#db/database.ts";
import { startJobs } from "#db/jobs/jobs.ts";
import { recentTimes } from "./backup/due.ts";
import type { NightlyBackups } from "./backup/nightly-backups.ts";
import { startHousekeeping } from "./housekeeping.ts";
import type { Readiness } from "./readiness.ts";

/** In seconds; how often to check whether a backup is due. */
const lookForNight = 10 * 60;

/** Timeout for running jobs when the process stops, in ms. */
const jobPatience = 5_000;

export interface ServiceOptions {
  connection: OpenDatabase;
  log: Logger;
  siteUrl: string;
  /** True if the loopback addresses are ours too (SITE_URL is not set). */
  loopback: boolean;
  authSecret: string;
  adminEmail: string;
  emailConfirmation: boolean;
  gaps?: readonly string[];
  minOrderCents: number;
  /** True if an account can only order once its address is confirmed. */
  needsConfirmedEmail: boolean;
  offlineOrders?: boolean;
  /** The SMTP server; without it, mail is written to files in `dataDir/outbox`. */
  smtpUrl?: string | undefined;
  dataDir: string;
  /** Returns what is missing; without it, the shop always counts as ready. */
  readiness?: Readiness | undefined;
  /** Makes backups by itself; without it, none are made. */
  backups?: NightlyBackups | undefined;
  /** Ends the sample business; without it, nobody can. */
  sampleEnd?: SampleEnd | undefined;
  /** The image bucket; without it, images are stored in `dataDir/photos`. */
  s3?: S3Settings | undefined;
  /** The card provider's keys; without them, nobody can pay by card. */
  stripe?: StripeSettings | undefined;
  /** The text message provider's keys; without them, none are sent. */
  twilio?: TwilioSettings | undefined;
}

interface OpenServices {
  services: Services & { health: Health };
  close(): Promise<void>;
}

/**
 * Creates what request handlers use, and starts background work.
 *
 * @param dropPages called after the caches of the catalogue and its images were invalidated, after
 *   the delivery rules or the owner's settings were renewed, and when a product becomes sold out,
 *   low or available again
 */
export async function openServices(
  { connection, log, dataDir, s3, backups, readiness, ...options }: ServiceOptions,
  dropPages: () => void,
): Promise<OpenServices> {
  const { db, listen } = connection;
  const { siteUrl, adminEmail, emailConfirmation, minOrderCents, needsConfirmedEmail } = options;
  const { offlineOrders = true } = options;
  const { authSecret, loopback, smtpUrl } = options;
  const kept = await openSettings(db, log);
  const settings = {
    ...kept,
    async renew() {
      await kept.renew();
      dropPages();
    },
  };
  const shop = shopFrom(kept.get, siteUrl);
  const reader = createCatalogReader(db);
  const images = createImages(db, { dataDir, s3, log });
  const deliveryRules = createDeliveryRules(db, log, minOrderCents);
  const demand = createDemand(db, log);
  const liveEvents = createLiveEvents();
  const inboxCount = createInboxCount(db);
  const readLogo = paperLogoReader(db);
  const printing = createPrinting(readLogo);
  function forgetCatalog() {
    reader.drop();
    images.reader.drop();
    dropPages();
  }
  const shownStocks = await openShownStocks(db, log, dropPages);
  const listening = [
    await listen("catalog_changed", forgetCatalog),
    await listen("stock_changed", shownStocks.renew),
    await listen("delivery_changed", (table) => {
      deliveryRules
        .renew()
        // Pages show no days, so runs that fill up don't concern them.
        .then(() => table === "runs" || dropPages())
        .catch((error: unknown) => log.warn({ err: error }, "kept older delivery rules"));
    }),
    await listen("settings_changed", () => {
      settings.renew().catch((error: unknown) => log.warn({ err: error }, "kept older settings"));
    }),
    await listen("orders_changed", liveEvents.publishOrder),
    await listen("inbox_changed", () => {
      inboxCount.drop();
      liveEvents.publishInbox();
    }),
    await listen("runs_changed", liveEvents.publishRuns),
    await listen("staff_changed", liveEvents.endStaff),
  ];
  const outbox = resolve(dataDir, "outbox");
  const files = folderTransport(outbox, shop, log, readLogo);
  const isSample = () => settings.get(sampleSettings).day !== "";
  const jobs = await startJobs(connection, log);
  await deliverMails(jobs, {
    db,
    transport: smtpUrl
      ? withheldWhile(isSample, files, smtpTransport(smtpUrl, shop, readLogo))
      : files,
    log,
  });
  const stopLinks = createStopLinks(authSecret);
  await remindClients(jobs, { db, links: stopLinks, shop, minOrderCents, log });
  const skipLinks = createSkipLinks(authSecret);
  await placeStandingOrders(jobs, {
    db,
    shop,
    minOrderCents,
    needsConfirmedEmail,
    links: skipLinks,
    log,
    memberFor: (customerId, userId) => orderingMember(db, customerId, userId, adminEmail),
  });
  await tellBackInStock(jobs, { db, shop, log });
  await mailFreshSheets(jobs, { db, links: stopLinks, shop, minOrderCents, log });
  await invoiceMonths(jobs, { db, shop, log });
  await endUnconfirmed(jobs, { db, shop, log });
  await endUnapproved(jobs, { db, shop, log });
  await freePrepaid(jobs, { db, shop, log });
  await forgetOldData(jobs, { db, settings, log, others: [forgetAnswered] });
  await settleStopsLater(jobs, { db, shop });
  await writeToDebtors(jobs, { db, shop, log });
  await applyScheduledPrices(jobs, { db, log });
  await workImports(jobs, { db, shop, log });
  const texts = options.twilio ? twilioSender(options.twilio) : null;
  // The sample's clients aren't real, but their numbers may be.
  await sendTexts(jobs, { db, sender: texts && { send: (...one) => sendText(...one) }, log });
  function sendText(...message: Parameters<TextSender["send"]>): Promise<string> {
    if (!texts || isSample()) throw new TextRefusedError("The sample business texts nobody.");
    return texts.send(...message);
  }
  const cardProvider = options.stripe ? await stripeProvider(options.stripe) : null;
  const cardWork = cardProvider && {
    db,
    provider: cardProvider,
    log,
    tellPaid: (tx: Transaction, orderId: string) => tellPaid(tx, orderId, shop),
    tellReleased: (tx: Transaction, orderId: string) => tellReleased(tx, orderId, shop),
    tellCharged: (tx: Transaction, paymentId: string) => tellCharged(tx, paymentId, shop),
    tellRanOut: (tx: Transaction, orderId: string) => tellRanOut(tx, orderId, shop),
    tellRefused: (tx: Transaction, orderId: string) => tellRefused(tx, orderId, shop),
    tellTrouble: (tx: Transaction, id: string, what: Trouble) => tellTrouble(tx, id, what, shop),
  };
  await endUnpaid(jobs, cardWork ?? { db, log }, shop);
  if (cardWork) {
    await workCardPayments(jobs, cardWork);
    log.info(
      cardWork.provider.isLive ? "card payments: live" : "card payments: test, no card is charged",
    );
  }
  if (backups) {
    const problem = await backups.problem();
    if (problem) log.warn(`backups are not possible: ${problem}`);
    await jobs.repeat("nightly-backups", lookForNight, () => backups.look());
    const { lookBetween } = backups;
    if (lookBetween) await jobs.repeat("recent-backups", recentTimes.look, lookBetween);
  }
  const mailFolder = smtpUrl ? null : outbox;
  const folders = { data: dataDir, ...(backups && { backups: backups.folder }) };
  const hasOwnServer = connection.isAlone ?? false;
  const hasCards = cardProvider !== null;
  const certificate = watchCertificate(siteUrl);
  const health = createHealth(
    { db, readiness, folders, mailFolder, backups, hasOwnServer, hasCards, certificate },
    log,
  );
  await health.tellOwner(jobs, { email: adminEmail, shop });
  const stopHousekeeping = startHousekeeping({
    log,
    async sweep(before) {
      // Even if the shop has an SMTP server by now.
      const mails = await sweepOutbox(outbox, before);
      const swept = await images.sweep(before);
      return { mails: mails.length, images: swept.images.length, variants: swept.variants.length };
    },
  });
  return {
    services: {
      db,
      auth: createAuth(db, { siteUrl, loopback, emailConfirmation, secret: authSecret, log }),
      // Drop at once: a request may read its own change before the notification arrives.
      catalog: { ...reader, drop: forgetCatalog },
      images,
      settings,
      shop,
      deliveryRules,
      shownStocks,
      demand,
      liveEvents,
      inboxCount,
      bestSellers: createBestSellers(db),
      health,
      printing,
      invoicePdfs: createInvoicePdfs(printing),
      cardProvider,
      cardPayments: cardWork && createCardPayments(cardWork),
      uploads: createUploads(join(dataDir, "uploads")),
      exportPlaces: createShares(exportsAtOnce),
      limits: createRateLimits(db, authSecret),
      searchLimit: createPaceLimit(searchPace),
      postalLimit: createPaceLimit(postalPace),
      stopLinks,
      skipLinks,
      recallLinks: createRecallLinks(authSecret),
      guestProofs: createGuestProofs(authSecret),
      siteUrl,
      adminEmail,
      emailConfirmation,
      minOrderCents,
      get sendsTexts() {
        return texts !== null && !isSample();
      },
      // The sample's emails are never sent, even with a server.
      get mailFolder() {
        return isSample() ? outbox : mailFolder;
      },
      sampleEnd: options.sampleEnd,
      gaps: options.gaps ?? [],
      needsConfirmedEmail,
      offlineOrders,
    },
    async close() {
      liveEvents.close();
      printing.close();
      images.close();
      backups?.close();
      await Promise.all([stopHousekeeping(), demand.close()]);
      await Promise.all([...listening.map((stop) => stop()), jobs.close(jobPatience)]);
    },
  };
}
