import { orderNumber } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { Replaced } from "../packing.ts";
import { packageCode } from "../scan/parse-scan.ts";

export interface LabelledPackage {
  labelNumber: number;
  productName: string;
  netLb: string;
  orderNumber: number;
  /** Why it is stored as another package; null if it was only taken off. */
  replaced: Replaced | null;
}

const became: Record<Replaced, string> = {
  lot: "was moved to another lot",
  weight: "was weighed again",
  order: "was moved to another order",
};

/** Names a package by its label: "PKG-104217, Striploin, 4 lb, for order 1042". */
export function labelledInWords(one: LabelledPackage): string {
  const { labelNumber, productName, netLb } = one;
  const what = `${packageCode(labelNumber)}, ${productName}, ${formatLb(Number(netLb))}`;
  return `${what}, for order ${orderNumber(one.orderNumber)}`;
}

/**
 * Says what became of a voided package, and that its label must be destroyed if it was replaced: one
 * that was only taken off is packed by its label.
 */
export function deadLabelInWords(one: LabelledPackage): string {
  const how = one.replaced ? `${became[one.replaced]}. Destroy this label.` : "was taken off.";
  return `${labelledInWords(one)}, ${how}`;
}
