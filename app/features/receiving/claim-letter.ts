import type { Receipt, ReceiptLine } from "#app/domain/receiving/receiving.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDate } from "#app/lib/dates.ts";

export interface ClaimLetter {
  subject: string;
  text: string;
}

/** Returns a receipt's claim as a letter to its supplier, by line; null if nothing is claimed. */
export function claimLetter(
  receipt: Receipt,
  company: { name: string; phone: { display: string } },
): ClaimLetter | null {
  const { money, lines, invoiceNumber, receivedAt, number } = receipt;
  if (!money || money.claimedCents === 0) return null;
  const on = invoiceNumber ? `your invoice ${invoiceNumber}` : `your delivery`;
  const claimed = lines.filter((line) => (line.money?.claimedCents ?? 0) > 0);
  return {
    subject: `Claim of ${formatCents(money.claimedCents)} on ${on}, received ${formatDate(receivedAt)}`,
    text: [
      "Hello,",
      `Of ${on}, which we received on ${formatDate(receivedAt)} (our receipt ${number}), we ask a credit of ${formatCents(money.claimedCents)}:`,
      claimed.map((line) => `- ${lineInWords(line)}`).join("\n"),
      "Please send us a credit note, or call us if you see it otherwise.",
      `${company.name}\n${company.phone.display}`,
    ].join("\n\n"),
  };
}

/** "Chuck roll, lot L-7: billed 30 lb, received 25 lb: $26.00" */
export function lineInWords({
  description,
  lotCode,
  lb,
  invoicedLb,
  isAccepted,
  reason,
  money,
}: ReceiptLine) {
  const name = [description, lotCode && `lot ${lotCode}`].filter(Boolean).join(", ");
  const pounds = formatLb(Number(lb));
  const isShort = invoicedLb !== null && Number(invoicedLb) > Number(lb);
  const why = !isAccepted
    ? `${pounds} refused${reason && ` (${reason})`}`
    : isShort
      ? `billed ${formatLb(Number(invoicedLb))}, received ${pounds}`
      : `${pounds} billed above the agreed price`;
  return `${name}: ${why}: ${formatCents(money?.claimedCents ?? 0)}`;
}

/** Returns a `mailto:` URL for the letter; without a recipient if the supplier has no address. */
export function letterAddress({ subject, text }: ClaimLetter, to: string | null): string {
  const lines = encodeURIComponent(text.replaceAll("\n", "\r\n"));
  return `mailto:${to ?? ""}?subject=${encodeURIComponent(subject)}&body=${lines}`;
}
