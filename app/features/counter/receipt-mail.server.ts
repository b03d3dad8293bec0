import type { Shop } from "#app/content/company.ts";
import { currency } from "#app/content/taxes.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { partsInWords } from "#app/domain/door/till/refund-ways.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { readHandedOver } from "./handed-over.server.ts";
import { meatInWords } from "./refund.ts";
import {
  type ReceiptSheet,
  type RefundSheet,
  settlingRows,
  taxedLegend,
  taxedMark,
} from "./sale.ts";
import { readSold, refundSlipOf } from "./sold.server.ts";

/**
 * Emails the receipt of a counter sale or a handed-over order to an address, which isn't stored
 * with the sale. For staff who take money. @throws Refusal if there is no such sale
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

/**
 * Emails the slip of the refund with this request id. For staff who take money. @throws Refusal if
 * there is no such refund
 */
export function mailRefundSlip(
  db: Database,
  staff: Staff<"till">,
  { orderId, requestId }: { orderId: string; requestId: string },
  to: string,
  shop: Shop,
): Promise<void> {
  return db.transaction(async (tx) => {
    const sold = await readSold(tx, orderId);
    const refund = sold && (await refundSlipOf(tx, sold, requestId));
    if (!refund) throw new Refusal("gone", "There is no such refund.");
    await queueMail(tx, { to, ...refundMail(refund, sold.sheet.documentNumber ?? "", shop) });
    const audited = { entity: "order" as const, entityId: orderId, action: "refund slip mailed" };
    await recordAudit(tx, staff, { ...audited, after: { creditNote: refund.documentNumber } });
  });
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

function receiptMail(sheet: ReceiptSheet, shop: Shop) {
  const { totals } = sheet;
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
          ...(sheet.order === null
            ? []
            : [
                {
                  label: "Order",
                  value: `${orderNumber(sheet.order.number)}, ${sheet.order.name}`,
                },
              ]),
          { label: "Date", value: formatDateTime(sheet.soldAt) },
          ...settlingRows(sheet).map(({ label, cents }) => ({ label, value: formatCents(cents) })),
          ...(sheet.onAccountOf === null
            ? []
            : [{ label: "On account", value: sheet.onAccountOf }]),
          ...(sheet.poNumber === "" ? [] : [{ label: "PO number", value: sheet.poNumber }]),
        ],
      },
      ...linesAndTax("What you bought", { lines: sheet.lines, totals }, shop),
    ],
    reason: "You’re receiving this email because you asked for your receipt at our counter.",
  });
}

function refundMail(refund: RefundSheet, receiptNumber: string, shop: Shop) {
  const { documentNumber, totals, parts, roundingCents, otherwise } = refund;
  return composeMail(shop.company, {
    subject: `Your refund ${documentNumber}`,
    preview: `${partsInWords(parts)} on ${formatDateTime(refund.givenAt)}`,
    blocks: [
      { kind: "paragraph", text: "Here’s your refund slip." },
      {
        kind: "facts",
        rows: [
          { label: "Credit note", value: documentNumber },
          { label: "For receipt", value: receiptNumber },
          { label: "Date", value: formatDateTime(refund.givenAt) },
          ...parts.map(({ method, cents }) => ({
            label: `Given back ${tillMethodText[method].by}`,
            value: formatCents(cents),
          })),
          ...(roundingCents === 0
            ? []
            : [{ label: "Cash rounding", value: formatCents(roundingCents) }]),
          { label: "Why", value: refund.reason },
          { label: "The meat", value: meatInWords(refund.neverLeft) },
          ...(otherwise === "" ? [] : [{ label: "Why this way", value: otherwise }]),
        ],
      },
      ...linesAndTax("What was given back", { lines: refund.lines, totals }, shop),
    ],
    reason: "You’re receiving this email because you asked for your refund slip at our counter.",
  });
}

function linesAndTax(
  caption: string,
  { lines, totals }: Pick<ReceiptSheet, "lines" | "totals">,
  shop: Shop,
) {
  return [
    {
      kind: "table" as const,
      caption,
      rows: lines.map(({ name, detail, cents, isTaxed }) => ({
        name,
        detail,
        amount: isTaxed ? `${formatCents(cents)} ${taxedMark}` : formatCents(cents),
      })),
      sums: totals.taxes.map(({ label, cents }) => ({ label, amount: formatCents(cents) })),
      total: { label: "Total", amount: formatCents(totals.totalCents) },
    },
    ...(lines.some(({ isTaxed }) => isTaxed)
      ? [{ kind: "aside" as const, text: `${taxedLegend}.` }]
      : []),
    { kind: "aside" as const, text: currency },
    ...(shop.documents.taxNumber
      ? [{ kind: "aside" as const, text: shop.documents.taxNumber, trusted: true as const }]
      : []),
  ];
}
