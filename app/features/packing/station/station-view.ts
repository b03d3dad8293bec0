import { orderNumber } from "#app/domain/orders/order.ts";
import { orderedInWords, piecesInWords } from "#app/domain/orders/order-quantity.ts";
import {
  judgeLine,
  type StationBox,
  type StationLine,
  type StationOrder,
  type StationPackage,
} from "#app/domain/packages/packing.ts";
import type { OpOf, StationOp } from "#app/domain/packages/station-ops.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import {
  formatLb,
  hundredthsLb,
  isNoWeight,
  lbLess,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { Waiting } from "#app/lib/send-queue.ts";
import type { LineOwner } from "../cut/cut-board.ts";

/** A package as shown; waiting until the server has stored it. */
type ShownPackage = StationPackage & { isWaiting: boolean };

/** A line as shown, with what waits to be sent. */
export interface ShownLine extends Omit<StationLine, "packages"> {
  packages: ShownPackage[];
  /** Whose it is, where lines of several orders are packed together. */
  owner?: LineOwner;
}

type Named = Pick<ShownLine, "productName" | "owner">;

/**
 * What a line is called among those that are packed with it: the product, or the client with the order's
 * number, since a client may have several orders.
 */
export function nameOf({ productName, owner }: Named): string {
  return owner ? `${owner.clientName}, order ${orderNumber(owner.orderNumber)}` : productName;
}

/** What a line is for, as a heading that has the order's number beside it. */
export function titleOf({ productName, owner }: Named): string {
  return owner?.clientName ?? productName;
}

/** What was packed and what the line has by then: "Kitchen: 3.10 lb, lot L-213. 6.05 lb so far". */
export function addedInWords(
  line: Named,
  added: readonly string[],
  { packedLb, lot, ending }: { packedLb: string; lot: string | undefined; ending: string },
): string {
  const sum = sumLb(added);
  const count = added.length > 1 ? `${added.length} packages, ` : "";
  const { owner } = line;
  const stop = owner?.stop ? `, ${owner.zoneName} stop ${owner.stop}` : "";
  const one = `${nameOf(line)}${stop}: ${count}${formatLb(sum / 100)}`;
  const ofLot = lot ? `, lot ${lot}` : "";
  if (sum === toHundredthsLb(packedLb)) return `${one}${ending}${ofLot}`;
  return `${one}${ofLot}. ${formatLb(Number(packedLb))} so far${ending}`;
}

/** The order's lines with the operations that wait, as they will be once those are stored. */
export function shownLines(
  order: { lines: readonly (StationLine & { owner?: LineOwner })[]; boxes: readonly StationBox[] },
  waiting: readonly Waiting<StationOp>[],
  now: Date,
): ShownLine[] {
  const lines = order.lines.map(
    (line): ShownLine => ({
      ...line,
      packages: line.packages.map((one) => ({ ...one, isWaiting: false })),
    }),
  );
  for (const [index, { op }] of waiting.entries()) {
    // A millisecond apart, so that their times say which came last.
    const at = new Date(now.getTime() + index);
    if (op.kind === "package") addWaiting(lines, op, boxFor(order, waiting, op), at);
    if (op.kind === "void") takeVoided(lines, op.packageId, at);
    if (op.kind === "move") markMoved(lines, op);
    if (op.kind === "reopen") setState(lines, op.itemId, "open");
    if (op.kind === "finish") finish(lines, op);
  }
  return lines;
}

/** A box as shown, with the pounds in it; 0 for an empty one. */
export interface ShownBox extends Omit<StationBox, "id"> {
  /** Null for one that is not stored yet. */
  id: string | null;
  lb: number;
}

/** The order's boxes with those that wait to be sent, and what is in them. */
export function shownBoxes(
  { boxes }: Pick<StationOrder, "boxes">,
  waiting: readonly Waiting<StationOp>[],
  lines: readonly ShownLine[],
): ShownBox[] {
  const shown: Omit<ShownBox, "lb">[] = boxes.filter(
    ({ id }) => !waiting.some(({ op }) => op.kind === "take out" && op.boxId === id),
  );
  const last = shown.at(-1)?.number ?? 0;
  if (waiting.some(({ op }) => op.kind === "box" && op.after >= last)) {
    shown.push({ id: null, number: last + 1, labelNumber: 0 });
  }
  const packages = lines.flatMap((line) => line.packages);
  return shown.map((box) => {
    const within = packages.filter(({ boxNumber }) => boxNumber === box.number);
    return { ...box, lb: sumLb(within.map(({ netLb }) => netLb)) / 100 };
  });
}

/** Packages of one line that are of the same lot, or of none. */
export interface OfLot {
  /** Null for packages without a lot. */
  lot: { id: string; code: string } | null;
  packages: ShownPackage[];
}

/** A line's stored packages by their lots; those that wait to be sent are not of a lot yet. */
export function packagesByLot({ packages }: Pick<ShownLine, "packages">): OfLot[] {
  const stored = packages.filter(({ isWaiting }) => !isWaiting);
  return [...Map.groupBy(stored, ({ lotId }) => lotId)].map(([id, ofLot]) => ({
    lot: id === null ? null : { id, code: ofLot[0]?.lotCode ?? "" },
    packages: ofLot,
  }));
}

/**
 * The lot of a line of which a package of a lot was taken back: what is weighed again is the same meat, until something
 * was packed of another. Undefined for a line of which nothing was.
 */
export function lotTakenBack(line: Pick<ShownLine, "packages" | "voided">) {
  const taken = line.voided
    .filter(({ lotId }) => lotId !== null)
    .toSorted((one, other) => one.voidedAt.getTime() - other.voidedAt.getTime())
    .at(-1);
  if (!taken) return undefined;
  const since = line.packages.filter(({ packedAt }) => packedAt > taken.voidedAt);
  return lotOfLast({ packages: since }) ?? { id: taken.lotId ?? "", code: taken.lotCode ?? "" };
}

/** The lot of a line's newest package that is of one. */
export function lotOfLast({ packages }: Pick<ShownLine, "packages">) {
  const last = packages.findLast(({ lotId }) => lotId !== null);
  return last?.lotId ? { id: last.lotId, code: last.lotCode ?? "" } : undefined;
}

/** A line's stored packages that are of no lot. */
export function withoutLot(line: Pick<ShownLine, "packages">): ShownPackage[] {
  return packagesByLot(line).find(({ lot }) => lot === null)?.packages ?? [];
}

/** The number of the box that a package which waits will go into: the one meant, or the last by then. */
function boxFor(
  { boxes }: { boxes: readonly StationBox[] },
  waiting: readonly Waiting<StationOp>[],
  meant: OpOf<"package">,
): number {
  const chosen = boxes.find(({ id }) => id === meant.boxId);
  if (chosen) return chosen.number;
  const last = boxes.at(-1)?.number ?? 1;
  const before = waiting.slice(
    0,
    waiting.findIndex(({ op }) => op === meant),
  );
  const isNext = before.some(({ op }) => op.kind === "box" && op.after >= last);
  return isNext ? last + 1 : last;
}

/** What is moved to another lot is shown as waiting until the server says its lot. */
function markMoved(lines: ShownLine[], { packages }: OpOf<"move">): void {
  for (const one of lines.flatMap((line) => line.packages)) {
    const isMoved = packages.some(({ packageId }) => one.id === packageId);
    if (isMoved) one.isWaiting = true;
  }
}

function addWaiting(lines: ShownLine[], op: OpOf<"package">, box: number, now: Date): void {
  const line = lines.find(({ id }) => id === op.itemId);
  if (!line || line.packages.some(({ requestId }) => requestId === op.requestId)) return;
  const net = netWeight({ value: op.value, unit: op.unit }, op.isNet ? 0 : line.tareG);
  if (!net) return;
  line.packages.push({
    id: op.requestId,
    requestId: op.requestId,
    labelNumber: 0,
    pieces: op.pieces ?? (line.soldBy === "piece" ? 1 : null),
    netLb: net.lb,
    netG: net.g,
    unit: op.unit,
    lotId: null,
    lotCode: null,
    isHeld: false,
    boxNumber: box,
    packedBy: "",
    isOwn: true,
    packedAt: now,
    isWaiting: true,
  });
  if (line.packState !== "substituted") line.packState = "open";
  addUp(line);
}

function takeVoided(lines: ShownLine[], voided: string, at: Date): void {
  for (const line of lines) {
    const isTaken = ({ id, requestId }: ShownPackage) => id === voided || requestId === voided;
    const taken = line.packages.filter(isTaken);
    if (taken.length === 0) continue;
    line.packages = line.packages.filter((one) => !isTaken(one));
    const labelled = taken.filter(({ labelNumber }) => labelNumber > 0);
    line.voided = [...line.voided, ...labelled.map((one) => ({ ...one, voidedAt: at }))];
    if (line.packState !== "substituted") line.packState = "open";
    addUp(line);
  }
}

/** As the database adds up: the packages' rounded pounds. */
function addUp(line: ShownLine): void {
  const hundredths = sumLb(line.packages.map(({ netLb }) => netLb));
  line.packedLb = toPounds(hundredths);
  line.packedPieces = line.packages.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0);
}

function finish(lines: ShownLine[], { itemId, over }: OpOf<"finish">): void {
  const line = lines.find(({ id }) => id === itemId);
  if (!line) return;
  const verdict = judgeLine(line);
  line.packState = isNoWeight(line.packedLb) ? "dropped" : verdict === "under" ? "short" : "packed";
  line.overDecision = verdict === "over" ? over : null;
}

function setState(lines: ShownLine[], itemId: string, state: StationLine["packState"]): void {
  const line = lines.find(({ id }) => id === itemId);
  if (line) line.packState = state;
}

/** What the order is finished with; differs as soon as somebody packs or decides something else. */
export function packedAs(lines: readonly ShownLine[]): string {
  return lines
    .map(({ id, packState, packedLb, overDecision }) =>
      [id, packState, packedLb, overDecision].join(" "),
    )
    .join("\n");
}

/** Pounds over what the promised maximum pays for: "0.24". */
export function lbOver({ packedLb, mostLb }: Pick<ShownLine, "packedLb" | "mostLb">): string {
  return toPounds(hundredthsLb(Math.max(0, lbLess(packedLb, mostLb))));
}

/** What became of a line that is done: "Stew is done, short at 6 lb." */
export function doneInWords(line: ShownLine, over: OpOf<"finish">["over"]): string {
  const packed = formatLb(Number(line.packedLb));
  if (isNoWeight(line.packedLb)) return `${nameOf(line)} is marked as not available.`;
  const verdict = judgeLine(line);
  if (verdict === "under") return `${nameOf(line)} is done, short at ${packed}.`;
  if (verdict === "ok") return `${nameOf(line)} is done: ${packed}.`;
  return over === "bill_promise"
    ? `${nameOf(line)} is done: the maximum is charged, ${lbOver(line)} lb over is free.`
    : `${nameOf(line)} is done: all ${packed} are charged.`;
}

/** How a line leaves otherwise than it was ordered; null for one as ordered. */
export function otherwiseInWords(
  line: ShownLine,
  lines: readonly ShownLine[],
): { id: string; text: string } | null {
  const { id, productName: name, packState } = line;
  const sent = lines.find(({ substitutesItemId }) => substitutesItemId === id);
  const packed = formatLb(Number(line.packedLb));
  const text =
    packState === "substituted"
      ? `${name}: ${sent?.productName ?? "another product"} instead`
      : packState === "dropped"
        ? `${name}: not available`
        : packState === "short"
          ? `${name}: short, ${packed} of ${orderedInWords(line)}`
          : line.overDecision === "bill_promise"
            ? `${name}: ${lbOver(line)} lb free, over the maximum`
            : null;
  return text ? { id, text } : null;
}

/**
 * Why the order cannot be finished yet, and what to do: the line to go on with, and how many are left
 * besides.
 *
 * @param undone - Lines that are neither done nor packed as ordered, with this one
 */
export function notDoneInWords(line: ShownLine, undone = 1): string {
  const count = undone - 1;
  const nor = count === 1 ? ", nor is 1 other line" : `, nor are ${count} other lines`;
  return `${nameOf(line)} is not done yet${count > 0 ? nor : ""}. ${toDoInWords(line)}`;
}

/** How many of its pieces a line has, where some are missing: "2 of 16 pieces". Null for none missing. */
export function piecesPacked(line: ShownLine): string | null {
  const { soldBy, orderedPieces, packedPieces } = line;
  if (soldBy !== "piece" || orderedPieces === null || packedPieces >= orderedPieces) return null;
  return `${packedPieces} of ${piecesInWords(orderedPieces)}`;
}

/** A weight as it was typed: "29.5 lb". */
export function inUnit({ value, unit }: { value: string; unit: string }): string {
  return `${Number(value)} ${unit}`;
}

/** The weights by cut that no order wants: "2.2 lb and 1.1 lb wait for an order." */
export function waitsInWords(weights: readonly { value: string; unit: string }[]): string {
  const verb = weights.length === 1 ? "waits" : "wait";
  return `${weights.map(inUnit).join(" and ")} ${verb} for an order.`;
}

function toDoInWords(line: ShownLine): string {
  if (judgeLine(line) === "over") return `It is ${lbOver(line)} lb over the maximum.`;
  const pieces = piecesPacked(line);
  if (pieces && line.packedPieces > 0) {
    return `Pieces are missing: it has ${pieces}. Weigh the rest, or press Short.`;
  }
  return isNoWeight(line.packedLb)
    ? "Weigh it, or press Short if there is none."
    : "Weigh the rest, or press Short.";
}

/**
 * Whether a weight has to wait for a question's answer: it asks how a line or the order is left, so
 * that what is weighed now is no longer of that line; or which of two weights counts.
 */
export function isHeld(question: { kind: string } | null): boolean {
  return (
    question !== null && ["short", "over", "finish", "instead", "unwanted"].includes(question.kind)
  );
}

/** The next line that is open after a line, from the top again after the last. */
export function nextOpen(lines: readonly ShownLine[], from: string): ShownLine | undefined {
  const at = lines.findIndex(({ id }) => id === from);
  const after = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))];
  return after.find(({ packState }) => packState === "open");
}

/** The package that whoever is signed in packed last in the order, sent or not. */
export function lastOwn(
  lines: readonly ShownLine[],
): { line: ShownLine; package: ShownPackage } | undefined {
  // One without an id of the server's is newer than all that are stored, whatever this clock says.
  const isUnsent = ({ id, requestId }: ShownPackage) => id === requestId;
  return lines
    .flatMap((line) => line.packages.map((one) => ({ line, package: one })))
    .filter((one) => one.package.isOwn)
    .sort(
      (one, other) =>
        Number(isUnsent(one.package)) - Number(isUnsent(other.package)) ||
        one.package.packedAt.getTime() - other.package.packedAt.getTime(),
    )
    .at(-1);
}
