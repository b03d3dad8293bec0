import { demoEmail } from "#app/content/demo.ts";
import { creditNoteTerms, invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { createImageStorage } from "#app/domain/pictures/storage/image-storage.server.ts";
import { shopFrom } from "#app/domain/settings/company-settings.ts";
import { openSettings } from "#app/domain/settings/kept-settings.server.ts";
import type { Connection } from "#db/connect.ts";
import type { Log } from "#db/database.ts";
import type { Config } from "./config.ts";
import type { Credential } from "./output.ts";
import { ensureAdmin } from "./seed/accounts.ts";
import { ensureDemo } from "./seed/demo.ts";
import { seedImages } from "./seed/images.ts";
import { plantSampleWays, seedSampleBusiness } from "./seed/sample-business.ts";
import { seedCatalogue } from "./seed/seed.ts";

type SeedSettings = Pick<Config, "adminEmail" | "adminPassword" | "demo" | "demoPassword"> &
  Partial<Pick<Config, "sampleZones" | "sample" | "isPublic">> & { log: Log };

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
  // A public shop starts without a sample, unless the small one is explicitly requested.
  const isOff = settings.isPublic && settings.sample !== "small";
  const demo = settings.demo ?? (embedded !== undefined && isNew && !isOff);
  return db.transaction(async (tx) => {
    const isOpened = isNew && (settings.sampleZones ?? demo);
    // Before the demo client's invoices, which print the e-transfer address.
    if (isOpened) await plantSampleWays(tx);
    const shop = shopFrom((await openSettings(tx, settings.log)).get, "");
    await seedCatalogue(tx);
    const admin = await ensureAdmin(tx, { email: adminEmail, password: adminPassword });
    const client = demo
      ? await ensureDemo(tx, {
          password: demoPassword,
          invoiceTerms: invoiceTerms(shop),
          creditNoteTerms: creditNoteTerms(shop),
        })
      : undefined;
    if (isOpened) await seedSampleBusiness(tx, demoEmail);
    return [
      ...credential("Administrator", admin.email, admin.generatedPassword),
      ...credential("Demo client", client?.email, client?.generatedPassword),
    ];
  });
}

function credential(role: string, email?: string, password?: string): Credential[] {
  return email && password ? [{ role, email, password }] : [];
}

/** Seeds the catalogue's images, once. If the bucket is unreachable, the next start tries again. */
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
