import type { ReactNode } from "react";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import {
  amountOf,
  detailOf,
  type ReceiptSheet,
  type Sale,
  type StoredSale,
  totalsOf,
} from "../sale.ts";

/** Builds a sale's receipt from the till's data. */
export function sheetOf(
  sale: Sale,
  slip: string,
  stored: StoredSale | null,
  clientName: string | null,
): ReceiptSheet {
  const totals = totalsOf(sale.lines);
  const paid = sale.tenders.reduce((sum, { cents }) => sum + cents, 0);
  return {
    ...{ slip, documentNumber: stored?.documentNumber ?? null, soldAt: new Date(sale.soldAt) },
    lines: sale.lines.map((line) => ({
      ...{ name: line.name, detail: detailOf(line), cents: amountOf(line)?.cents ?? 0 },
    })),
    ...{ totals, tenders: sale.tenders },
    roundingCents: sale.onAccount ? 0 : paid - totals.totalCents,
    onAccountOf: sale.onAccount ? (clientName ?? "a client") : null,
    poNumber: sale.onAccount?.poNumber ?? "",
    ...{ forOthersCents: 0, otherwisePaidCents: 0, openCents: 0 },
  };
}

/** A slip below the shop's name, for an 80 mm roll or any sheet. */
export function Slip({
  title,
  taxNumber,
  children,
}: {
  title: string;
  taxNumber: string;
  children: ReactNode;
}) {
  const { name, address, phone } = useCompany();
  return (
    <section
      aria-label={title}
      className="max-w-[72mm] border border-rule bg-white p-4 text-sm text-black tabular-nums print:border-0 print:p-0"
    >
      <p className="text-base font-semibold">{name}</p>
      <p>
        {address.street}, {address.city}
      </p>
      <p>{phone.display}</p>
      {taxNumber && <p>{taxNumber}</p>}
      {children}
    </section>
  );
}

/** The lines of a slip. */
export function SlipLines({ lines }: { lines: ReceiptSheet["lines"] }) {
  return (
    <ul className="mt-3 border-t border-black pt-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slip's lines never move
        <li key={index} className="mb-1">
          <span className="block break-words">{line.name}</span>
          <Row label={line.detail} cents={line.cents} />
        </li>
      ))}
    </ul>
  );
}

/** The total of the lines with their taxes. */
export function SlipTotals({ totals }: { totals: ReceiptSheet["totals"] }) {
  return (
    <>
      {totals.taxes.length > 0 && <Row label="Subtotal" cents={totals.subtotalCents} />}
      {totals.taxes.map(({ label, cents }) => (
        <Row key={label} label={label} cents={cents} />
      ))}
      <p className="flex justify-between gap-3 text-base font-semibold">
        <span>Total</span>
        <span>{formatCents(totals.totalCents)}</span>
      </p>
    </>
  );
}

export function Receipt({ sheet, taxNumber }: { sheet: ReceiptSheet; taxNumber: string }) {
  const { totals, tenders, roundingCents } = sheet;
  const change = tenders.reduce(
    (sum, { cents, tenderedCents }) => sum + Math.max(0, (tenderedCents ?? cents) - cents),
    0,
  );
  return (
    <Slip title="Receipt" taxNumber={taxNumber}>
      <p className="mt-3">
        {sheet.documentNumber ? titleOf(sheet.documentNumber) : "Receipt number follows"}
      </p>
      {sheet.slip && <p>Slip {sheet.slip}</p>}
      <p>{formatDateTime(sheet.soldAt)}</p>
      <SlipLines lines={sheet.lines} />
      <div className="border-t border-black pt-2">
        <SlipTotals totals={totals} />
        {sheet.forOthersCents > 0 && (
          <Row label="For other invoices" cents={sheet.forOthersCents} />
        )}
        {sheet.otherwisePaidCents > 0 && sheet.onAccountOf === null && (
          <Row label="Paid before" cents={sheet.otherwisePaidCents} />
        )}
        {roundingCents !== 0 && <Row label="Cash rounding" cents={roundingCents} />}
        {tenders.map(({ method, cents, tenderedCents, reference, isCorrected }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={index}
            label={
              isCorrected
                ? `Paid ${tillMethodText[method].by} (corrected)`
                : [tillMethodText[method].title, reference].filter(Boolean).join(" ")
            }
            cents={tenderedCents ?? cents}
          />
        ))}
        {change > 0 && <Row label="Change" cents={change} />}
        {sheet.onAccountOf !== null && <p>On account: {sheet.onAccountOf}</p>}
        {sheet.poNumber !== "" && <p className="break-words">PO number: {sheet.poNumber}</p>}
        {sheet.openCents > 0 && sheet.onAccountOf === null && (
          <Row label="Still to be paid" cents={sheet.openCents} />
        )}
      </div>
      <p className="mt-3">All amounts in Canadian dollars. Thank you.</p>
    </Slip>
  );
}

/** "Receipt R-000012"; for account sales and orders, the invoice or delivery note. */
const titleOf = (number: string) =>
  `${number.startsWith("R-") ? "Receipt" : number.startsWith("DN-") ? "Delivery note" : "Invoice"} ${number}`;

export function Row({ label, cents }: { label: string; cents: number }) {
  return (
    <p className="flex justify-between gap-3">
      <span className="min-w-0 break-words">{label}</span>
      <span>{cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)}</span>
    </p>
  );
}
