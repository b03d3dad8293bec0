import { orderNumber } from "#app/domain/orders/order.ts";
import { replacedInWords } from "#app/domain/orders/order-line-words.ts";
import { orderedInWords, piecesInWords } from "#app/domain/orders/order-quantity.ts";
import {
  judgeLine,
  type Replaced,
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

/** Waiting until the server has stored it. */
type ShownPackage = StationPackage & { isWaiting: boolean };

/** With unsent operations applied. */
export interface ShownLine extends Omit<StationLine, "packages"> {
  packages: ShownPackage[];
  /** Set when several orders are packed together. */
  owner?: LineOwner;
}

type Named = Pick<ShownLine, "productName" | "owner">;

/**
 * Names a line by its product, or in a cut by the client and the order's number, because a client
 * may have several orders.
 */
export function nameOf({ productName, owner }: Named): string {
  return owner ? `${owner.clientName}, order ${orderNumber(owner.orderNumber)}` : productName;
}

/** The order's number is shown beside it. */
export function titleOf({ productName, owner }: Named): string {
  return owner?.clientName ?? productName;
}

/** "Kitchen: 3.10 lb, lot L-213. 6.05 lb so far"; includes the pieces if more than one. */
export function addedInWords(
  line: Named,
  added: readonly Pick<ShownPackage, "netLb" | "pieces">[],
  { packedLb, lot, ending }: { packedLb: string; lot: string | undefined; ending: string },
): string {
  const sum = sumLb(added.map(({ netLb }) => netLb));
  const pieces = added.reduce((total, one) => total + (one.pieces ?? 0), 0);
  const inPieces = pieces > added.length ? ` in ${piecesInWords(pieces)}` : "";
  const count = added.length > 1 ? `${added.length} packages, ` : "";
  const { owner } = line;
  const stop = owner?.stop ? `, ${owner.zoneName} stop ${owner.stop}` : "";
  const one = `${nameOf(line)}${stop}: ${count}${formatLb(sum / 100)}${inPieces}`;
  const ofLot = lot ? `, lot ${lot}` : "";
  if (sum === toHundredthsLb(packedLb)) return `${one}${ending}${ofLot}`;
  return `${one}${ofLot}. ${formatLb(Number(packedLb))} so far${ending}`;
}

export interface AddedPackage {
  line: Named;
  added: Pick<ShownPackage, "netLb" | "boxNumber" | "isWaiting">;
}

/**
 * Says which order a package goes to: "20.3 lb → Kitchen, order 1576, box 1". The box is known once
 * it is stored.
 */
export function wentToInWords({ line, added }: AddedPackage): string {
  const { netLb, boxNumber, isWaiting } = added;
  const box = isWaiting || boxNumber === null ? "" : `, box ${boxNumber}`;
  return `${formatLb(Number(netLb))} → ${nameOf(line)}${box}`;
}

/** Returns the order's lines as they will be once the waiting operations are stored. */
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
  /** Packages voided by unsent operations. */
  const gone: ShownPackage[] = [];
  for (const [index, { op }] of waiting.entries()) {
    // A millisecond apart, so that the times keep their order.
    const at = new Date(now.getTime() + index);
    if (op.kind === "package") addWaiting(lines, op, boxFor(order, waiting, op), at);
    if (op.kind === "void") gone.push(...takeVoided(lines, op.packageId, at));
    if (op.kind === "move") markMoved(lines, op);
    if (op.kind === "transfer") gone.push(...takeVoided(lines, op.packageId, at, "order"));
    if (op.kind === "reweigh") gone.push(...reweigh(lines, op, at));
    if (op.kind === "restore") bringBack(lines, op, gone, at);
    if (op.kind === "reopen") setState(lines, op.itemId, "open");
    if (op.kind === "finish") finish(lines, op);
  }
  return lines;
}

/** With the pounds in it; 0 if empty. */
export interface ShownBox extends Omit<StationBox, "id"> {
  id: string | null;
  lb: number;
}

/** Returns the order's boxes, including unsent ones, with their weight. */
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

/**
 * A packer's box: a stored one, or the first that is stored above a number. It stays theirs when
 * somebody else opens another.
 */
export type OwnBox = { id: string } | { above: number };

/** Returns the packer's box, or the last if it is gone, and what to remember of it. */
export function ownBoxAmong(
  boxes: readonly ShownBox[],
  own: OwnBox,
): { box: ShownBox | undefined; own: OwnBox } {
  const last = boxes.at(-1);
  if ("id" in own) return { box: boxes.find(({ id }) => id === own.id) ?? last, own };
  const stored = boxes.find(({ id, number }) => id !== null && number > own.above);
  return stored?.id ? { box: stored, own: { id: stored.id } } : { box: last, own };
}

export interface OfLot {
  lot: { id: string; code: string } | null;
  packages: ShownPackage[];
}

/** Groups a line's stored packages by lot; unsent ones don't have one yet. */
export function packagesByLot({ packages }: Pick<ShownLine, "packages">): OfLot[] {
  const stored = packages.filter(({ isWaiting }) => !isWaiting);
  return [...Map.groupBy(stored, ({ lotId }) => lotId)].map(([id, ofLot]) => ({
    lot: id === null ? null : { id, code: ofLot[0]?.lotCode ?? "" },
    packages: ofLot,
  }));
}

/** Returns a line's voided packages, except those that are elsewhere or have another weight now. */
export function takenOff<Line extends Pick<ShownLine, "voided">>({ voided }: Line) {
  return voided.filter(({ replaced }) => replaced === null || replaced === "lot");
}

/**
 * Returns the lot of a line's last voided package, because the next weight is the same meat until a
 * package of another lot is added. Undefined for none, or if it was moved because its lot was
 * wrong.
 */
export function lotTakenBack(line: Pick<ShownLine, "packages" | "voided">) {
  const taken = takenOff(line)
    .filter(({ lotId, replaced }) => lotId !== null || replaced === "lot")
    .toSorted((one, other) => one.voidedAt.getTime() - other.voidedAt.getTime())
    .at(-1);
  if (!taken || taken.replaced === "lot") return undefined;
  const since = line.packages.filter(({ packedAt }) => packedAt > taken.voidedAt);
  return lotOfLast({ packages: since }) ?? { id: taken.lotId ?? "", code: taken.lotCode ?? "" };
}

/** Returns the lot of the line's newest package that has one. */
export function lotOfLast({ packages }: Pick<ShownLine, "packages">) {
  // An unsent package has its lot's id only, without the code.
  const last = packages.findLast(({ lotId, lotCode }) => lotId !== null && lotCode !== null);
  return last?.lotId ? { id: last.lotId, code: last.lotCode ?? "" } : undefined;
}

/** Returns a line's stored packages without a lot. */
export function withoutLot(line: Pick<ShownLine, "packages">): ShownPackage[] {
  return packagesByLot(line).find(({ lot }) => lot === null)?.packages ?? [];
}

/** Returns the box number of an unsent package: the given one, or the last by then. */
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

/** Shows moved packages as waiting until the server returns their new lot. */
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
    lotId: op.lotId,
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

/** True for the package with that id, or with that request id if it isn't stored yet. */
const isNamed = (name: string) => (one: { id: string; requestId: string }) =>
  one.id === name || one.requestId === name;

function takeVoided(
  lines: ShownLine[],
  voided: string,
  at: Date,
  replaced: Replaced | null = null,
): ShownPackage[] {
  const isTaken = isNamed(voided);
  const line = lines.find(({ packages }) => packages.some(isTaken));
  if (!line) return [];
  const taken = line.packages.filter(isTaken);
  line.packages = line.packages.filter((one) => !isTaken(one));
  const labelled = taken.filter(({ labelNumber }) => labelNumber > 0);
  line.voided = [...line.voided, ...labelled.map((one) => ({ ...one, voidedAt: at, replaced }))];
  if (line.packState !== "substituted") line.packState = "open";
  addUp(line);
  return taken;
}

/** Shows a package's corrected weight; returns the package that it replaces. */
function reweigh(lines: ShownLine[], op: OpOf<"reweigh">, at: Date): ShownPackage[] {
  const line = lines.find(({ packages }) => packages.some(isNamed(op.packageId)));
  const net = line && netWeight({ value: op.value, unit: op.unit }, line.tareG);
  if (!net || line.packages.some(isNamed(op.requestId))) return [];
  const place = line.packages.findIndex(isNamed(op.packageId));
  const taken = takeVoided(lines, op.packageId, at, "weight");
  const anew = taken.map((one) => ({
    ...one,
    id: op.requestId,
    requestId: op.requestId,
    labelNumber: 0,
    isWaiting: true,
    netLb: net.lb,
    netG: net.g,
    unit: op.unit,
    pieces: op.pieces ?? one.pieces,
  }));
  line.packages = line.packages.toSpliced(place, 0, ...anew);
  addUp(line);
  return taken;
}

function bringBack(
  lines: ShownLine[],
  { itemId, packages }: OpOf<"restore">,
  gone: readonly ShownPackage[],
  at: Date,
): void {
  const line = lines.find(({ id }) => id === itemId);
  if (!line) return;
  for (const { packageId, requestId, insteadOf } of packages) {
    if (line.packages.some(isNamed(requestId))) continue;
    if (insteadOf) takeVoided(lines, insteadOf, at);
    const there = line.packages.find(isNamed(packageId));
    const voided =
      gone.find(isNamed(packageId)) ?? line.voided.find(isNamed(packageId)) ?? undefined;
    // Its move to another lot isn't sent yet, so it was never removed here.
    if (there) there.isWaiting = true;
    else if (voided) {
      line.packages.push({
        isHeld: false,
        packedBy: "",
        isOwn: true,
        ...voided,
        id: requestId,
        requestId,
        labelNumber: 0,
        isWaiting: true,
      });
    }
  }
  if (line.packState !== "substituted") line.packState = "open";
  addUp(line);
}

/** Sums the packages' rounded pounds, as the database does. */
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

/** Fingerprint of the packed state; changes with any package or decision. */
export function packedAs(lines: readonly ShownLine[]): string {
  return lines
    .map(({ id, packState, packedLb, overDecision }) =>
      [id, packState, packedLb, overDecision].join(" "),
    )
    .join("\n");
}

/** Pounds packed beyond the promised maximum: "0.24". */
export function lbOver({ packedLb, mostLb }: Pick<ShownLine, "packedLb" | "mostLb">): string {
  return toPounds(hundredthsLb(Math.max(0, lbLess(packedLb, mostLb))));
}

/** "Stew is done, short at 6 lb." */
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

/** Says how a line differs from what was ordered; null if it doesn't. */
export function otherwiseInWords(
  line: ShownLine,
  lines: readonly ShownLine[],
): { id: string; text: string } | null {
  const { id, productName: name, packState } = line;
  const sent = lines.find(({ substitutesItemId }) => substitutesItemId === id);
  const packed = formatLb(Number(line.packedLb));
  const text =
    packState === "substituted"
      ? isNoWeight(line.packedLb)
        ? `${name}: ${sent?.productName ?? "another product"} instead`
        : `${name}: ${packed}, ${lowered(replacedInWords(line.packedLb, sent?.productName ?? ""))}`
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
 * Says why the order can't be finished: this line, and how many others are left. `undone` counts
 * the lines neither done nor packed as ordered, including this one.
 */
export function notDoneInWords(line: ShownLine, undone = 1): string {
  const count = undone - 1;
  const nor = count === 1 ? ", nor is 1 other line" : `, nor are ${count} other lines`;
  return `${nameOf(line)} is not done yet${count > 0 ? nor : ""}. ${toDoInWords(line)}`;
}

/** "2 of 16 pieces"; null if none are missing. */
export function piecesPacked(line: ShownLine): string | null {
  const { soldBy, orderedPieces, packedPieces } = line;
  if (soldBy !== "piece" || orderedPieces === null || packedPieces >= orderedPieces) return null;
  return `${packedPieces} of ${piecesInWords(orderedPieces)}`;
}

interface AsTyped {
  value: string;
  unit: string;
  pieces?: number | null;
}

/** "29.5 lb", or "15.2 lb in 6 pieces" */
export function inUnit({ value, unit, pieces }: AsTyped): string {
  const counted = pieces && pieces > 1 ? ` in ${piecesInWords(pieces)}` : "";
  return `${Number(value)} ${unit}${counted}`;
}

/** Lists the cut station's weights that no order wants: "2.2 lb and 1.1 lb wait for an order." */
export function waitsInWords(weights: readonly AsTyped[]): string {
  const verb = weights.length === 1 ? "waits" : "wait";
  return `${weights.map(inUnit).join(" and ")} ${verb} for an order.`;
}

/** For use within a sentence. */
export function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
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
 * True if a question holds back weights: how to leave a line or the order, after which they would
 * belong elsewhere, or which of two weights counts.
 */
export function isHeld(question: { kind: string } | null): boolean {
  return (
    question !== null && ["short", "over", "finish", "instead", "unwanted"].includes(question.kind)
  );
}

/**
 * Lists the weights that wait for a lot, "5 lb, 5.1 lb", so that dismissing the question loses
 * none; null for none.
 */
export function waitsForLot(
  question: { kind: string; ops?: readonly AsTyped[] } | null,
): string | null {
  if (question?.kind !== "lot" || !question.ops?.length) return null;
  return question.ops.map(inUnit).join(", ");
}

/** Returns the next open line after the given one, wrapping around. */
export function nextOpen(lines: readonly ShownLine[], from: string): ShownLine | undefined {
  const at = lines.findIndex(({ id }) => id === from);
  const after = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))];
  return after.find(({ packState }) => packState === "open");
}

/** Returns the package that the signed-in packer packed last in the order, sent or not. */
export function lastOwn(
  lines: readonly ShownLine[],
): { line: ShownLine; package: ShownPackage } | undefined {
  // An unsent package is newer than all stored ones, whatever this device's clock says.
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
