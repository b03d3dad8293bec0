import type { Shop } from "#app/content/company.ts";
import { creditsUsedBy } from "#app/domain/ledger/allocations.server.ts";
import { byMethod, entryInWords } from "#app/domain/ledger/ledger-entry.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { bookkeepersOf } from "#app/domain/payments/by-link/receipts.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { Transaction } from "#db/database.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";

interface PaidBack {
  cents: number;
  method: PaymentMethod;
  reference: string;
  /** A Pacific day. */
  occurredOn: string;
}

/**
 * Queues the email that tells those who keep a client's books, or a guest, which credit was paid
 * back, how much and how. The caller has booked the refund.
 */
export async function tellCreditBack(
  tx: Transaction,
  { customerId, entryId, ...paid }: PaidBack & { customerId: string; entryId: string },
  shop: Shop,
): Promise<void> {
  const readers = await bookkeepersOf(tx, { customerId, aboutId: entryId });
  if (readers.length === 0) return;
  const mail = creditBackMail(paid, await usedUpBy(tx, entryId), shop);
  await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
}

/** Returns the credits that a refund uses up, in words, with their cents. */
async function usedUpBy(tx: Transaction, refundId: string) {
  return (await creditsUsedBy(tx, refundId)).map((credit) => ({
    label: `${entryInWords({ ...credit, cents: -credit.cents, isReversal: false })}, ${formatFullDay(credit.occurredOn)}`,
    value: formatCents(credit.cents),
  }));
}

function creditBackMail(
  { cents, method, reference, occurredOn }: PaidBack,
  usedUp: { label: string; value: string }[],
  shop: Shop,
): MailContent {
  const amount = formatCents(cents);
  const how = `${byMethod(method)} on ${formatFullDay(occurredOn)}`;
  return composeMail(shop.company, {
    subject: `We paid ${amount} back to you`,
    preview: `Your credit, ${how}`,
    blocks: [
      `We have paid ${amount} of your credit back to you ${how}. It was your credit from:`,
      facts([...usedUp, ...(reference ? [{ label: "Reference", value: reference }] : [])]),
      replyOrCall("Questions?", shop.company),
    ],
    reason: `You're receiving this email because credit of your ${shop.company.name} account was paid back.`,
  });
}
