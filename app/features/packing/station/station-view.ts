import { lineTotalCents, sumCents } from "#app/lib/line-totals.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import { netWeight } from "#app/lib/net-weight.ts";
import type { Waiting } from "#app/lib/send-queue.ts";
import { judgeLine, type StationLine, type StationOrder, type StationPackage } from "../packing.ts";
import type { OpOf, StationOp } from "../station-ops.ts";

/** A package as shown; waiting until the server has stored it. */
type ShownPackage = StationPackage & { isWaiting: boolean };

/** A line as shown, with what waits to be sent. */
export interface ShownLine extends Omit<StationLine, "packages"> {
  packages: ShownPackage[];
}

/** The order's lines with the operations that wait, as they will be once those are stored. */
export function shownLines(
  order: StationOrder,
  waiting: readonly Waiting<StationOp>[],
  now: Date,
): ShownLine[] {
  const lines = order.lines.map(
    (line): ShownLine => ({
      ...line,
      packages: line.packages.map((one) => ({ ...one, isWaiting: false })),
    }),
  );
  for (const { op } of waiting) {
    if (op.kind === "package") addWaiting(lines, op, order.boxCount, now);
    if (op.kind === "void") takeVoided(lines, op.packageId);
    if (op.kind === "reopen") setState(lines, op.itemId, "open");
    if (op.kind === "finish") finish(lines, op);
  }
  return lines;
}

function addWaiting(lines: ShownLine[], op: OpOf<"package">, box: number, now: Date): void {
  const line = lines.find(({ id }) => id === op.itemId);
  if (!line || line.packages.some(({ requestId }) => requestId === op.requestId)) return;
  const net = netWeight({ value: op.value, unit: op.unit }, op.isNet ? 0 : line.tareG);
  if (!net) return;
  line.packages.push({
    id: op.requestId,
    requestId: op.requestId,
    pieces: op.pieces ?? (line.soldBy === "piece" ? 1 : null),
    netLb: net.lb,
    netG: net.g,
    unit: op.unit,
    lotCode: null,
    boxNumber: Math.max(box, 1),
    packedBy: "",
    packedAt: now,
    isWaiting: true,
  });
  line.packState = "open";
  addUp(line);
}

function takeVoided(lines: ShownLine[], voided: string): void {
  for (const line of lines) {
    const rest = line.packages.filter(({ id, requestId }) => id !== voided && requestId !== voided);
    if (rest.length === line.packages.length) continue;
    line.packages = rest;
    line.packState = "open";
    addUp(line);
  }
}

/** As the database adds up: the packages' rounded pounds. */
function addUp(line: ShownLine): void {
  const hundredths = line.packages.reduce((sum, { netLb }) => sum + toCents(netLb), 0);
  line.packedLb = toDollars(hundredths);
  line.packedPieces = line.packages.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0);
  line.finalAmount = toDollars(lineTotalCents(toCents(line.pricePerLb), line.packedLb));
}

function finish(lines: ShownLine[], { itemId, over }: OpOf<"finish">): void {
  const line = lines.find(({ id }) => id === itemId);
  if (!line) return;
  const verdict = judgeLine(line);
  line.packState =
    toCents(line.packedLb) === 0 ? "dropped" : verdict === "under" ? "short" : "packed";
  line.overDecision = verdict === "over" ? over : null;
}

function setState(lines: ShownLine[], itemId: string, state: StationLine["packState"]): void {
  const line = lines.find(({ id }) => id === itemId);
  if (line) line.packState = state;
}

/** What the invoice will come to before tax: of a line billed at the promise, no more than that. */
export function billedCents(lines: readonly ShownLine[]): number {
  return sumCents(lines, ({ finalAmount, promisedAmount, overDecision }) => {
    const [packed, promised] = [toCents(finalAmount), toCents(promisedAmount)];
    return overDecision === "bill_promise" ? Math.min(packed, promised) : packed;
  });
}

/** What a packer typed. */
export type Typed =
  | { kind: "weight"; value: string; unit: "lb" | "kg"; pieces: number | null }
  | { kind: "scan"; text: string }
  | { kind: "nothing" };

/**
 * Reads what was typed or scanned into the station's one field: a weight ("3.86", "1,75 kg",
 * "585 g"), a weight of several pieces ("2 x 2.5"), or anything else, which is a code. A code has at
 * least eight digits, so that no weight is one.
 */
export function readTyped(text: string, unit: "lb" | "kg"): Typed {
  const typed = text.trim();
  if (typed === "") return { kind: "nothing" };
  const weight =
    /^(?:(\d{1,4})\s*[x*×]\s*)?(\d{1,5}(?:[.,]\d{1,3})?|[.,]\d{1,3})\s*(lb|kg|g)?$/i.exec(typed);
  if (!weight) return { kind: "scan", text };
  const [, pieces, digits = "", typedUnit = unit] = weight;
  const value = digits.replace(",", ".").replace(/^\./, "0.");
  const inUnit = typedUnit.toLowerCase();
  const count = pieces ? Number(pieces) : null;
  if (inUnit !== "g") {
    return { kind: "weight", value, unit: inUnit === "kg" ? "kg" : "lb", pieces: count };
  }
  // A fraction of a gram is not a reading of any scale in the trade.
  if (value.includes(".")) return { kind: "scan", text };
  const grams = value.padStart(4, "0");
  return {
    kind: "weight",
    value: `${grams.slice(0, -3)}.${grams.slice(-3)}`,
    unit: "kg",
    pieces: count,
  };
}
