import { join } from "node:path";
import type { Logger } from "pino";
import type { Services } from "#app/context.server.ts";
import { createAuth } from "#app/features/auth/session/auth.server.ts";
import { createCatalogReader } from "#app/features/catalog/catalog-reader.server.ts";
import { createPhotos } from "#app/features/images/storage/photos.server.ts";
import type { S3Settings } from "#app/features/images/storage/s3-settings.ts";
import { createInboxCount } from "#app/features/inquiries/inbox/inbox-count.server.ts";
import { createInvoicePdfs } from "#app/features/invoices/invoice-pdfs.server.ts";
import { createRateLimits } from "#app/features/limits/rate-limits.server.ts";
import { createSearchLimit } from "#app/features/limits/search-limit.ts";
import { createLiveEvents } from "#app/features/live/live-events.server.ts";
import { deliverMails } from "#app/features/mail/delivery.server.ts";
import { folderTransport, sweepOutbox } from "#app/features/mail/folder-transport.server.ts";
import { smtpTransport } from "#app/features/mail/smtp-transport.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { startJobs } from "#db/jobs.ts";
import { startHousekeeping } from "./housekeeping.ts";

/** How long jobs under way may take when the process stops, in ms. */
const jobPatience = 5_000;

export interface ServiceOptions {
  connection: OpenDatabase;
  log: Logger;
  siteUrl: string;
  /** Whether the loopback addresses are ours too (SITE_URL is not set). */
  loopback: boolean;
  authSecret: string;
  adminEmail: string;
  /** Whether new accounts must confirm their address before they are of use. */
  emailConfirmation: boolean;
  /** The least that an order must come to, in cents. */
  minOrderCents: number;
  /** Whether an account orders only once its address is confirmed. */
  needsConfirmedEmail: boolean;
  /** Where mails go; without it they become files in `dataDir/outbox`. */
  smtpUrl?: string | undefined;
  dataDir: string;
  /** The bucket of the pictures; without it they are in `dataDir/photos`. */
  s3?: S3Settings | undefined;
}

/** The parts of the process, and how to let go of them; the connection stays open. */
interface OpenServices {
  services: Services;
  close(): Promise<void>;
}

/**
 * Makes what requests are answered with, and starts what works beside them.
 *
 * @param onCatalogChange called when what is known of the catalogue and its pictures was dropped
 */
export async function openServices(
  { connection, log, dataDir, s3, ...options }: ServiceOptions,
  onCatalogChange: () => void,
): Promise<OpenServices> {
  const { db, listen } = connection;
  const { siteUrl, adminEmail, emailConfirmation, minOrderCents, needsConfirmedEmail } = options;
  const { authSecret, loopback, smtpUrl } = options;
  const reader = createCatalogReader(db);
  const photos = createPhotos(db, { dataDir, s3, log });
  const liveEvents = createLiveEvents();
  const inboxCount = createInboxCount(db);
  function forgetCatalog() {
    reader.drop();
    photos.reader.drop();
    onCatalogChange();
  }
  const listening = [
    await listen("catalog_changed", forgetCatalog),
    await listen("orders_changed", liveEvents.publishOrder),
    await listen("inbox_changed", () => {
      inboxCount.drop();
      liveEvents.publishInbox();
    }),
  ];
  const outbox = join(dataDir, "outbox");
  const jobs = await startJobs(connection, log);
  await deliverMails(jobs, {
    db,
    transport: smtpUrl ? smtpTransport(smtpUrl) : folderTransport(outbox, log),
    log,
  });
  const stopHousekeeping = startHousekeeping({
    log,
    async sweep(before) {
      // Also of a shop that has an SMTP server now.
      const mails = await sweepOutbox(outbox, before);
      const { images, variants } = await photos.sweep(before);
      return { mails: mails.length, images: images.length, variants: variants.length };
    },
  });
  return {
    services: {
      db,
      auth: createAuth(db, { siteUrl, loopback, emailConfirmation, secret: authSecret, log }),
      // Whoever changes the catalogue may ask for it before the database has told of the change.
      catalog: { ...reader, drop: forgetCatalog },
      photos,
      liveEvents,
      inboxCount,
      invoicePdfs: createInvoicePdfs(),
      limits: createRateLimits(db, authSecret),
      searchLimit: createSearchLimit(),
      siteUrl,
      adminEmail,
      emailConfirmation,
      minOrderCents,
      needsConfirmedEmail,
    },
    async close() {
      liveEvents.close();
      photos.close();
      await stopHousekeeping();
      await Promise.all([...listening.map((stop) => stop()), jobs.close(jobPatience)]);
    },
  };
}
