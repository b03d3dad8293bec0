import { and, eq, inArray, sql } from "drizzle-orm";
import { demoEmail } from "#app/content/demo.ts";
import { isTaxed, taxWithoutNumber } from "#app/content/taxes.ts";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import {
  type OpeningCatalogue,
  readOpeningCatalogue,
} from "#app/domain/catalogue/opening-catalogue.server.ts";
import { companySettings, documentSettings } from "#app/domain/settings/company-settings.ts";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { waysOfPaying } from "#app/domain/settings/payments/payment-settings.ts";
import { sampleSettings } from "#app/domain/settings/sample.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, isStaff, members, ownerOfCustomer } from "#db/schema/customers.ts";
import { zoneDays, zones } from "#db/schema/deliveries.ts";
import { backupRuns } from "#db/schema/operations.ts";
import { products } from "#db/schema/products.ts";
import { taxCodes } from "#db/schema/values/products.ts";
import type { SetUpStep } from "./today.ts";

type Looked = Pick<
  RequestContext,
  "db" | "settings" | "siteUrl" | "gaps" | "cardPayments" | "health"
>;

/** Hint for settings without a screen. */
const onMachine =
  "Whoever looks after the computer that the shop runs on sets it in the file .env there, and restarts the shop";

/**
 * Returns the steps from a new shop to one that can open, with their state. `claims` counts the
 * pages' claims, and unconfirmed ones. For administrators.
 */
export async function setUpSteps(
  { db, settings, siteUrl, gaps, cardPayments, health }: Looked,
  admin: Admin,
  claims: { open: number; total: number },
): Promise<SetUpStep[]> {
  // Clients of the sample don't count as the owner's first.
  const { madeAt } = settings.get(sampleSettings);
  const any = async (query: PromiseLike<unknown[]>) => (await query).length > 0;
  const one = sql<number>`1`;
  const [opening, hasZone, payment, hasClient, isTaxed, hasBackup, findings] = await Promise.all([
    readOpeningCatalogue(db, settings, admin),
    any(
      db
        .select({ one })
        .from(zones)
        .where(and(eq(zones.isActive, true), sql`${zones.name} not like 'Sample %'`))
        .limit(1),
    ),
    readPaymentSettings(db),
    any(
      db
        .select({ one })
        .from(customers)
        .leftJoin(members, ownerOfCustomer)
        .leftJoin(user, eq(user.id, members.userId))
        .where(
          and(
            eq(customers.guestEmail, ""),
            sql`${user.email} is distinct from ${demoEmail}`,
            sql`not ${isStaff}`,
            madeAt === "" ? undefined : sql`${customers.createdAt} > ${madeAt}`,
          ),
        )
        .limit(1),
    ),
    chargesTax(db),
    any(
      db
        .select({ one })
        .from(backupRuns)
        .where(and(eq(backupRuns.kind, "backup"), eq(backupRuns.outcome, "done")))
        .limit(1),
    ),
    health.findings(admin),
  ]);
  const company = settings.get(companySettings);
  const sample = companySettings.defaults;
  const isOwn =
    company.name !== sample.name &&
    company.phone !== sample.phone &&
    company.email !== sample.email &&
    company.address.street !== sample.address.street;
  const gapsOf = (...names: string[]) =>
    gaps.filter((gap) => names.some((name) => gap.startsWith(name)));
  const machineGaps = (gaps: string[]) => gaps.map((gap) => `${gap}. ${onMachine}`);
  const mailGaps = siteUrl.startsWith("https:")
    ? machineGaps(gapsOf("SMTP_URL", "TRUST_PROXY"))
    : [
        "Nobody else can reach the shop yet, and no email leaves it. Whoever looks after the computer that the shop runs on sets its public address (SITE_URL) and its mail server (SMTP_URL) in the file .env there, and restarts the shop",
      ];
  const backups = findings.find(({ id }) => id === "backups");
  const backupGaps = [
    ...machineGaps(gapsOf("BACKUP_DIR", "BACKUP_S3_ENDPOINT")),
    ...(hasBackup
      ? []
      : [`No backup has been made yet. ${backups?.says ?? ""}`.replace(/[\s.]+$/, "")]),
  ];
  const passphrase = findings.find(
    ({ id, state }) => id === "backup-passphrase" && state !== "well",
  );
  if (passphrase) backupGaps.push(passphrase.says.replace(/\.$/, ""));
  const ways = waysOfPaying(payment, { hasCard: cardPayments !== null });
  return [
    {
      title: "Your company",
      to: "/admin/settings/company",
      missing: isOwn ? [] : ["The name, street, phone number or email are still the sample’s"],
    },
    {
      title: "Products and prices",
      to: "/admin/products",
      also: [{ label: "Import them from a file", to: "/admin/import" }],
      ...productGaps(opening),
    },
    {
      title: "Words and claims",
      to: "/admin/settings/claims",
      also: [{ label: "Edit the words", to: "/admin/settings/words" }],
      missing:
        claims.open === 0
          ? []
          : [`${claims.open} of ${claims.total} claims of your pages wait for you to confirm them`],
    },
    {
      title: "Delivery or pickup",
      to: "/admin/delivery",
      missing: hasZone ? [] : ["There is no zone of your own"],
    },
    {
      title: "Ways of paying",
      to: "/admin/settings/payments",
      missing: ways.length > 0 ? [] : ["Customers without an account cannot pay yet"],
    },
    { title: "Mail and address", to: "/admin/settings/mail", missing: mailGaps },
    {
      title: "Taxes",
      to: "/admin/settings/documents",
      missing: taxGaps({
        hasNumber: settings.get(documentSettings).taxNumber !== "",
        isTaxed,
        wasSaved: settings.versionOf(documentSettings) > 0,
      }),
    },
    {
      title: "First client, and backups",
      to: "/admin/clients",
      also: [
        { label: "Import clients", to: "/admin/import/clients" },
        { label: "Backups", to: "/admin/health" },
      ],
      missing: [...(hasClient ? [] : ["Only the sample client so far"]), ...backupGaps],
    },
  ];
}

/** The opening catalogue has made-up prices until the owner confirms or changes them. */
function productGaps({
  hasProducts,
  onSale,
  arePricesOurs,
  canBeginEmpty,
}: OpeningCatalogue): Pick<SetUpStep, "missing" | "openingActions"> {
  if (!hasProducts) return { missing: ["There is nothing on sale yet"] };
  if (onSale === 0 || arePricesOurs) return { missing: [] };
  const are = onSale === 1 ? "product on sale is" : "products on sale are";
  return {
    missing: [`${onSale} ${are} of the opening catalogue, with made-up prices`],
    openingActions: canBeginEmpty ? ["begin-empty", "own-prices"] : ["own-prices"],
  };
}

/**
 * Shops that charge GST need a number and have to print it. Beef alone is zero-rated, so a shop
 * that sells nothing else and has saved the settings without a number may not be registered.
 */
function taxGaps(is: { hasNumber: boolean; isTaxed: boolean; wasSaved: boolean }): string[] {
  if (is.hasNumber) return [];
  if (is.isTaxed) return [taxWithoutNumber];
  return is.wasSaved
    ? []
    : ["Your GST number is not on invoices yet. If you are not registered, save without one"];
}

const charged = taxCodes.filter(isTaxed);

/** True if anything on offer is taxed: a product for sale, or a delivery day's fee. */
export async function chargesTax(db: Database): Promise<boolean> {
  const product = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(products.isActive, inArray(products.taxCode, charged)));
  const fee = db
    .select({ one: sql`1` })
    .from(zoneDays)
    .innerJoin(zones, eq(zones.id, zoneDays.zoneId))
    .where(and(zones.isActive, inArray(zoneDays.feeTaxCode, charged)));
  const { rows } = await db.execute<{ is_taxed: boolean }>(
    sql`select exists (${product}) or exists (${fee}) as is_taxed`,
  );
  return rows[0]?.is_taxed ?? false;
}
