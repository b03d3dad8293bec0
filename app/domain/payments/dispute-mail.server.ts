import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { Transaction } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { payments } from "#db/schema/money/payments.ts";
import type { Trouble } from "./apply-intent.server.ts";
import { troubleText } from "./payment.ts";

const told: Record<Trouble["kind"], { title: string; text: string }> = {
  "refund failed": { title: "A refund did not arrive", text: troubleText["refund failed"] },
  disputed: { title: "A card charge is disputed", text: troubleText.disputed },
  returned: {
    title: "Dispute won",
    text: "The bank returned the money. It settled what the customer owed again.",
  },
};

/** Queues the email that tells the company about trouble with a charge. */
export async function tellTrouble(
  tx: Transaction,
  paymentId: string,
  { kind, cents }: Trouble,
  { company, siteUrl }: Shop,
): Promise<void> {
  const [about] = await tx
    .select({ name: listedName, brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.customerId))
    .where(eq(payments.id, paymentId));
  if (!about) throw new Error(`There is no payment ${paymentId}`);
  const { title, text } = told[kind];
  const mail = composeMail(company, {
    subject: `${title}: ${formatCents(cents)}`,
    title,
    preview: about.name,
    blocks: [
      text,
      facts([
        { label: "Customer", value: about.name },
        { label: "Card", value: `${about.brand} •••• ${about.last4}` },
        { label: "Amount", value: formatCents(cents) },
      ]),
      { kind: "link", label: "Open the payment", url: `${siteUrl}/admin/payments/${paymentId}` },
    ],
    reason: "You're receiving this email because the shop takes cards for you.",
  });
  await queueMail(tx, { to: company.email, ...mail });
}
