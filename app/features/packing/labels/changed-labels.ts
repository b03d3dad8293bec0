import type { StationLine, StationOrder } from "#app/domain/packages/packing.ts";
import { packageCode } from "#app/domain/packages/scan/parse-scan.ts";

type Packages = Pick<StationLine, "productName" | "packages" | "voided">;

/**
 * Says which labels to destroy or print after an order was corrected, one sentence each: those of
 * packages that are gone, of packages that replaced them or are new, and of their boxes. What was
 * printed isn't stored: all labels count as printed once the order was first finished, and before
 * that only those that this page printed (`wasPrinted`).
 */
export function changedLabels(
  {
    firstFinishedAt,
    boxes,
    lines,
  }: Pick<StationOrder, "firstFinishedAt" | "boxes"> & {
    lines: readonly Packages[];
  },
  wasPrinted: (one: { id: string }) => boolean,
): string[] {
  const isSince = (at: Date) => firstFinishedAt !== null && at > firstFinishedAt;
  const packages = lines.flatMap((line) => line.packages.map((one) => ({ line, one })));
  const dead = lines.flatMap((line) =>
    line.voided
      .filter((one) => (isSince(one.voidedAt) && !isSince(one.packedAt)) || wasPrinted(one))
      .map((one) => ({ line, one })),
  );
  // A package that only changed its lot, or was brought back, keeps its time of packing.
  const anew = packages.filter(
    ({ line, one }) =>
      isSince(one.packedAt) ||
      line.voided.some(
        (before) =>
          isSince(before.voidedAt) &&
          before.packedAt.getTime() === one.packedAt.getTime() &&
          before.labelNumber < one.labelNumber,
      ),
  );
  const dirty = [...dead, ...anew].map(({ one }) => one).filter((one) => isTouched(one));
  return [
    ...dead.map(({ line, one }) => `Destroy the label of ${named(line, one)}.`),
    ...anew
      .filter(({ one }) => !wasPrinted(one))
      .map(({ line, one }) => `Print the label of ${named(line, one)}.`),
    ...boxLabels(),
  ];

  /** True for a change since the order was first finished and its boxes labelled. */
  function isTouched(one: { packedAt: Date; voidedAt?: Date }): boolean {
    return one.voidedAt ? isSince(one.voidedAt) : firstFinishedAt !== null;
  }

  function boxLabels(): string[] {
    if (dirty.length === 0) return [];
    const isGone = dirty.some(({ boxNumber }) => boxNumber === null);
    const isNew = boxes.some(({ number }) => {
      const within = packages.filter(({ one }) => one.boxNumber === number);
      const isEmptied = dead.some(({ one }) => one.boxNumber === number);
      return !isEmptied && within.length > 0 && within.every(({ one }) => isSince(one.packedAt));
    });
    // Each label states the number of boxes.
    if ((isGone || isNew) && boxes.length > 1) return ["Print the labels of all boxes again."];
    const numbers = boxes
      .filter(({ number }) => dirty.some(({ boxNumber }) => boxNumber === number))
      .map(({ number }) => number);
    const [only] = numbers;
    if (only === undefined) return [];
    if (numbers.length === 1) return [`Print the label of box ${only} again.`];
    return [`Print the labels of boxes ${numbers.join(", ")} again.`];
  }
}

/** "PKG-104217 (Striploin Steak, 6.35 lb, box 1)" */
function named(
  { productName }: Packages,
  {
    labelNumber,
    netLb,
    boxNumber,
  }: { labelNumber: number; netLb: string; boxNumber: number | null },
): string {
  const box = boxNumber === null ? "" : `, box ${boxNumber}`;
  return `${packageCode(labelNumber)} (${productName}, ${netLb} lb${box})`;
}
