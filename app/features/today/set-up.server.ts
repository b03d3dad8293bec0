import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { readPaymentSettings } from "#app/features/payments/settings/payment-settings.server.ts";
import { waysOfPaying } from "#app/features/payments/settings/payment-settings.ts";
import { companySettings, documentSettings } from "#app/features/settings/company-settings.ts";
import { user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers, isStaff, members, ownerOfCustomer } from "#db/schema/customers.ts";
import { zones } from "#db/schema/deliveries.ts";
import { demoEmail } from "#db/seed/demo.ts";
import type { SetUpStep } from "./today.ts";

type Looked = Pick<RequestContext, "db" | "settings" | "siteUrl" | "gaps" | "cardPayments">;

/**
 * The steps from a new shop to one that can open, each as the shop is now. For administrators.
 *
 * @param claims of the pages, and how many of them nobody has confirmed
 */
export async function setUpSteps(
  { db, settings, siteUrl, gaps, cardPayments }: Looked,
  _admin: Admin,
  claims: { open: number; total: number },
): Promise<SetUpStep[]> {
  const any = async (query: PromiseLike<unknown[]>) => (await query).length > 0;
  const one = sql<number>`1`;
  const [hasPrices, hasZone, payment, hasClient] = await Promise.all([
    any(db.select({ one }).from(auditLog).where(wasPriced).limit(1)),
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
          ),
        )
        .limit(1),
    ),
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
  const mailGaps = siteUrl.startsWith("https:")
    ? gapsOf("SMTP_URL", "TRUST_PROXY")
    : ["SITE_URL is not an https address: nobody can reach the shop yet"];
  const backupGaps = gapsOf("BACKUP_DIR");
  const ways = waysOfPaying(payment, { hasCard: cardPayments !== null });
  return [
    {
      title: "Your company",
      to: "/admin/settings/company",
      missing: isOwn ? [] : ["The name, street, telephone number or e-mail are still the sample’s"],
    },
    {
      title: "Products and prices",
      to: "/admin/products",
      also: [{ label: "Import them from a file", to: "/admin/import" }],
      missing: hasPrices ? [] : ["The prices are still those of the opening catalogue"],
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
      title: "Delivery or pick-up",
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
      missing: settings.get(documentSettings).taxNumber
        ? []
        : ["Your GST number is not on invoices yet"],
    },
    {
      title: "First client, and backups",
      to: "/admin/clients",
      also: [
        { label: "Import clients", to: "/admin/import/clients" },
        { label: "Backups", to: "/admin/health" },
      ],
      missing: [...(hasClient ? [] : ["There is no client yet but the sample"]), ...backupGaps],
    },
  ];
}

/** Somebody has set a price, by hand or from a file; showing and hiding products is none. */
const wasPriced = and(
  inArray(auditLog.entity, ["product", "price"]),
  ne(auditLog.action, "import undone"),
  sql`(${auditLog.entity} = 'price' or ${auditLog.after} ? 'pricePerLb')`,
);
