import { clsx } from "clsx/lite";
import { Fragment } from "react";
import { Td, Th } from "#app/components/table.tsx";
import { whyThisPrice } from "#app/domain/pricing/price-reason.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { formatKg, formatLb } from "#app/lib/amounts/weight.ts";
import type { Order, OrderItem, OrderPackage } from "./order.ts";
import { isAsOrdered, stateInWords, taxesOfOrder, weighedPackages } from "./order-line-words.ts";
import { orderedInWords } from "./order-quantity.ts";
import { wishInWords } from "./wishes/wish.ts";

/** Shows the ordered quantity: "12.5 lb", or pieces above their weight. Empty for a substitute. */
export function OrderedCell({ item }: { item: OrderItem }) {
  if (item.substitutesItemId !== null) return null;
  const [first, ...more] = orderedInWords(item).split(", ");
  if (more.length === 0) return first;
  return (
    <>
      <span className="block">{first}, </span>
      <span className="block">{more.join(", ")}</span>
    </>
  );
}

/** Shows the weight packed so far; empty before packing. */
export function PackedCell({ item }: { item: OrderItem }) {
  if (item.packState === "open" && item.packages.length === 0) return null;
  const { packState, packedLb, packedPieces, soldBy } = item;
  return (
    <>
      {formatLb(Number(packedLb))}
      {packState === "open" && <span className="block text-ink-soft"> so far</span>}
      {soldBy === "piece" && packedPieces > 0 && (
        <span className="block text-ink-soft">
          {" "}
          {packedPieces === 1 ? "1 piece" : `${packedPieces} pieces`}
        </span>
      )}
    </>
  );
}

/** Shows how to cut and pack the line, and anything special about it. */
export function LineState({ order, item }: { order: Order; item: OrderItem }) {
  const state = stateInWords(order, item, order.items);
  const assumed =
    item.packState === "packed" && weighedPackages(item).length === 0 && !isAsOrdered(order.items);
  const words = state || (assumed ? "Weight as ordered" : "");
  const all = [wishInWords(item.wish), words].filter(Boolean);
  return all.map((one) => (
    <span key={one} className="block text-sm font-normal break-words">
      {one}
    </span>
  ));
}

/** Says why the line costs what it does, if there is anything to say. */
export function LinePrice({ item, whose }: { item: OrderItem; whose: "Your" | "Their" }) {
  const why = whyThisPrice(item, whose);
  return (
    why && (
      <span className="block text-sm font-normal break-words text-ink-soft print:hidden">
        {why}
      </span>
    )
  );
}

/** True if a row of packages follows a line. */
export function hasPackagesRow(item: OrderItem): boolean {
  return weighedPackages(item).length > 0;
}

/** Removes the border below a row that continues in the next one. */
export const isContinued = "[&>*]:border-b-0 [&>*]:pb-1";

interface PackagesRowProps {
  item: OrderItem;
  className?: string;
}

/** Lists the line's packages in a row below it when opened; a row header may not contain them. */
export function PackagesRow({ item, className }: PackagesRowProps) {
  if (!hasPackagesRow(item)) return null;
  return (
    <tr className="print:hidden">
      <Td colSpan={5} className="pt-0!">
        <div className={className}>
          <LinePackages item={item} />
        </div>
      </Td>
    </tr>
  );
}

function LinePackages({ item }: { item: OrderItem }) {
  const packages = weighedPackages(item);
  return (
    <details className="text-sm font-normal print:hidden">
      <summary className="w-fit py-1 text-ink-soft hover:text-oxblood pointer-coarse:py-2.5">
        {packages.length === 1 ? "1 package" : `${packages.length} packages`}
        <span className="sr-only"> of {item.productName}</span>
      </summary>
      {/* Contained to the column's width, so that opening it doesn't widen the column. */}
      <ul className="pb-1 contain-inline-size">
        {packages.map((one) => (
          <li key={one.id} className="py-0.5 tabular-nums">
            {factsOf(one).map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && " · "}
                <span className="whitespace-nowrap">{fact}</span>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface AmountRowProps {
  label: string;
  cents: number;
  /** Number of columns between label and amount, on screens that show them. */
  between: number;
  /** Class of the cell that spans them. */
  betweenClassName: string;
  labelClassName?: string;
  className?: string;
}

/** Shows a row with only an amount: a correction or a tax. */
export function AmountRow({ label, cents, between, ...classes }: AmountRowProps) {
  return (
    <tr className={clsx("break-inside-avoid", classes.className)}>
      <Th scope="row" className={classes.labelClassName}>
        <span className="font-normal">{label}</span>
      </Th>
      <Td className={classes.betweenClassName} colSpan={between} />
      <Td numeric>{formatCents(cents)}</Td>
    </tr>
  );
}

function factsOf({ netLb, netG, lot, box }: OrderPackage): string[] {
  return [
    `${netLb} lb`,
    formatKg(netG),
    ...(lot ? [`Lot ${lot}`] : []),
    ...(box === null ? [] : [`Box ${box}`]),
  ];
}

interface ChargeRowsProps
  extends Pick<AmountRowProps, "between" | "betweenClassName" | "className"> {
  order: Order;
}

/** Shows delivery and taxes below the lines. */
export function ChargeRows({ order, ...row }: ChargeRowsProps) {
  const charges = order.charges.map(({ description, amount }) => ({
    label: description,
    cents: toCents(amount),
  }));
  return [...charges, ...taxesOfOrder(order)].map(({ label, cents }) => (
    <AmountRow key={label} label={label} cents={cents} {...row} />
  ));
}
