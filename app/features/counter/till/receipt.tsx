import type { ReactNode } from "react";
import { isTaxed } from "#app/content/taxes.ts";
import { isReceiptNumber } from "#app/domain/documents/invoice.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { centsOnLabel } from "#app/domain/packages/labels/label-prices.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import {
  amountOf,
  detailOf,
  type ReceiptSheet,
  type Sale,
  type StoredSale,
  settlingRows,
  taxedLegend,
  taxedMark,
  totalsOf,
} from "../sale.ts";
import type { TillScanning } from "./till-product.ts";

/** Builds a sale's receipt from the till's data. */
export function sheetOf(
  sale: Sale,
  slip: string,
  stored: StoredSale | null,
  clientName: string | null,
  scanning: TillScanning,
): ReceiptSheet {
  const totals = totalsOf(sale.lines);
  const paid = sale.tenders.reduce((sum, { cents }) => sum + cents, 0);
  return {
    slip,
    documentNumber: stored?.documentNumber ?? null,
    soldAt: new Date(sale.soldAt),
    order: null,
    lines: sale.lines.map((line) => ({
      name: line.name,
      detail: detailOf(line, centsOnLabel(line, scanning)),
      cents: amountOf(line)?.cents ?? 0,
      isTaxed: isTaxed(line.taxCode),
    })),
    totals,
    tenders: sale.tenders,
    refunds: [],
    isCreditedWhole: false,
    roundingCents: sale.onAccount ? 0 : paid - totals.totalCents,
    onAccountOf: sale.onAccount ? (clientName ?? "a client") : null,
    poNumber: sale.onAccount?.poNumber ?? "",
    forOthersCents: 0,
    keptCents: 0,
    otherwisePaidCents: 0,
    creditedCents: 0,
    openCents: 0,
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

/** The lines of a slip. Taxed ones are marked, because only the totals name the taxes. */
export function SlipLines({ lines }: { lines: ReceiptSheet["lines"] }) {
  const hasTaxed = lines.some((line) => line.isTaxed);
  return (
    <ul className="mt-3 border-t border-black pt-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slip's lines never move
        <li key={index} className="mb-1">
          <span className="block break-words">{line.name}</span>
          <Row
            label={line.detail}
            cents={line.cents}
            mark={hasTaxed ? (line.isTaxed ? taxedMark : "") : null}
          />
        </li>
      ))}
      {hasTaxed && <li>{taxedLegend}</li>}
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
  const { totals } = sheet;
  return (
    <Slip title="Receipt" taxNumber={taxNumber}>
      <p className="mt-3">
        {sheet.documentNumber ? titleOf(sheet.documentNumber) : "Receipt number follows"}
      </p>
      {sheet.slip && <p>Slip {sheet.slip}</p>}
      {sheet.order && (
        <p className="break-words">
          {orderName(sheet.order.number)}: {sheet.order.name}
        </p>
      )}
      <p>{formatDateTime(sheet.soldAt)}</p>
      <SlipLines lines={sheet.lines} />
      <div className="border-t border-black pt-2">
        <SlipTotals totals={totals} />
        {settlingRows(sheet).map(({ label, cents }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike
          <Row key={index} label={label} cents={cents} />
        ))}
        {sheet.onAccountOf !== null && <p>On account: {sheet.onAccountOf}</p>}
        {sheet.poNumber !== "" && <p className="break-words">PO number: {sheet.poNumber}</p>}
      </div>
      <p className="mt-3">All amounts in Canadian dollars. Thank you.</p>
    </Slip>
  );
}

/** "Receipt R-000012"; for account sales and orders, the invoice or delivery note. */
const titleOf = (number: string) =>
  `${isReceiptNumber(number) ? "Receipt" : number.startsWith("DN-") ? "Delivery note" : "Invoice"} ${number}`;

interface RowProps {
  label: string;
  cents: number;
  /** Shown beside the amount; an empty mark takes up space, null doesn't. */
  mark?: string | null;
}

export function Row({ label, cents, mark = null }: RowProps) {
  return (
    <p className="flex justify-between gap-3">
      <span className="min-w-0 break-words">{label}</span>
      <span className="whitespace-nowrap">
        {formatCents(cents)}
        {mark !== null && <span className="inline-block w-[2ch] text-right">{mark}</span>}
      </span>
    </p>
  );
}
