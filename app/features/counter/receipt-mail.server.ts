import type { Shop } from "#app/content/company.ts";
import { currency } from "#app/content/taxes.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { readHandedOver } from "./handed-over.server.ts";
import type { ReceiptSheet } from "./sale.ts";
import { readSold } from "./sold.server.ts";

/**
 * Mails the receipt of a counter sale, or of an order that was handed over, to the given address,
 * which isn't stored with the sale. For staff who take money.
 *
 * @throws Refusal if there is no such sale
 */
export function mailReceipt(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
  to: string,
  shop: Shop,
): Promise<void> {
  return db.transaction((tx) => queueReceiptMail(tx, staff, orderId, to, shop));
}

/** Like `mailReceipt`, within the sale's transaction. */
export async function queueReceiptMail(
  tx: Transaction,
  staff: Staff<"till">,
  orderId: string,
  to: string,
  shop: Shop,
): Promise<void> {
  const sheet = (await readSold(tx, orderId))?.sheet ?? (await readHandedOver(tx, orderId))?.sheet;
  if (!sheet) throw new Refusal("gone", "There is no such sale.");
  await queueMail(tx, { to, ...receiptMail(sheet, shop) });
  const audited = { entity: "order" as const, entityId: orderId, action: "receipt mailed" };
  await recordAudit(tx, staff, { ...audited });
}

function receiptMail({ totals, tenders, ...sheet }: ReceiptSheet, shop: Shop) {
  const number = sheet.documentNumber ?? sheet.slip ?? "";
  return composeMail(shop.company, {
    subject: `Your receipt ${number}`,
    preview: `${formatCents(totals.totalCents)} on ${formatDateTime(sheet.soldAt)}`,
    blocks: [
      { kind: "paragraph", text: "Thank you for your purchase. Here’s your receipt." },
      {
        kind: "facts",
        rows: [
          { label: "Receipt", value: sheet.slip ? `${number} (${sheet.slip})` : number },
          { label: "Date", value: formatDateTime(sheet.soldAt) },
          ...tenders.map(({ method, cents }) => ({
            ...{ label: `Paid ${tillMethodText[method].by}`, value: formatCents(cents) },
          })),
          ...(sheet.onAccountOf === null
            ? []
            : [{ label: "On account", value: sheet.onAccountOf }]),
          ...(sheet.poNumber === "" ? [] : [{ label: "PO number", value: sheet.poNumber }]),
        ],
      },
      {
        kind: "table",
        caption: "What you bought",
        rows: sheet.lines.map(({ name, detail, cents }) => ({
          ...{ name, detail, amount: formatCents(cents) },
        })),
        sums: totals.taxes.map(({ label, cents }) => ({ label, amount: formatCents(cents) })),
        total: { label: "Total", amount: formatCents(totals.totalCents) },
      },
      { kind: "aside", text: currency },
      ...(shop.documents.taxNumber
        ? [{ kind: "aside" as const, text: shop.documents.taxNumber, trusted: true }]
        : []),
    ],
    reason: "You’re receiving this email because you asked for your receipt at our counter.",
  });
}
