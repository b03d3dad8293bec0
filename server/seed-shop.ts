import { createImageStorage } from "#app/features/images/storage/image-storage.server.ts";
import { creditNoteTerms, invoiceTerms } from "#app/features/invoices/invoice-terms.ts";
import { shopFrom } from "#app/features/settings/company-settings.ts";
import { openSettings } from "#app/features/settings/kept-settings.server.ts";
import type { Connection } from "#db/connect.ts";
import type { Log } from "#db/database.ts";
import { completeInvoices } from "#db/issue-invoice.ts";
import { ensureAdmin } from "#db/seed/accounts.ts";
import { demoEmail, ensureDemo } from "#db/seed/demo.ts";
import { seedImages } from "#db/seed/images.ts";
import { seedCatalogue } from "#db/seed/seed.ts";
import { seedZones } from "#db/seed/zones.ts";
import type { Config } from "./config.ts";
import type { Credential } from "./output.ts";

type SeedSettings = Pick<Config, "adminEmail" | "adminPassword" | "demo" | "demoPassword"> &
  Partial<Pick<Config, "sampleZones">> & { log: Log };

/**
 * Seeds what a shop needs before its first request: the opening catalogue, the administrator's
 * account (so that nobody else can claim its address) and, if requested, the demo client. Existing
 * data is left unchanged. One transaction: a killed start begins again.
 *
 * @returns the accounts whose password was generated here; it is stored nowhere else
 */
export async function seedShop(
  { db, embedded, isNew }: Connection,
  settings: SeedSettings,
): Promise<Credential[]> {
  const { adminEmail, adminPassword, demoPassword } = settings;
  const demo = settings.demo ?? (embedded !== undefined && isNew);
  return db.transaction(async (tx) => {
    const shop = shopFrom((await openSettings(tx, settings.log)).get, "");
    await seedCatalogue(tx);
    await completeInvoices(tx, invoiceTerms(shop)(new Date()).words);
    const admin = await ensureAdmin(tx, { email: adminEmail, password: adminPassword });
    const client = demo
      ? await ensureDemo(tx, {
          password: demoPassword,
          invoiceTerms: invoiceTerms(shop),
          creditNoteTerms: creditNoteTerms(shop),
        })
      : undefined;
    if (isNew && (settings.sampleZones ?? demo)) await seedZones(tx, demoEmail);
    return [
      ...credential("Administrator", admin.email, admin.generatedPassword),
      ...credential("Demo client", client?.email, client?.generatedPassword),
    ];
  });
}

function credential(role: string, email?: string, password?: string): Credential[] {
  return email && password ? [{ role, email, password }] : [];
}

/**
 * Seeds the opening catalogue's images, once (db/seed/images.ts). An unreachable bucket does
 * not keep a shop from opening: the next start tries again.
 */
export async function seedShopImages(
  { db }: Connection,
  { dataDir, s3, log }: Pick<Config, "dataDir" | "s3"> & { log: Log },
): Promise<void> {
  try {
    await seedImages(db, createImageStorage({ dataDir, s3 }));
  } catch (err) {
    log.error({ err }, "the opening catalogue's images were not put into the bucket");
  }
}
