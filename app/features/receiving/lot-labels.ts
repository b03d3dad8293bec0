import { weighedInWords } from "#app/domain/cutting/cutting.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { type Receipt, receiptName } from "#app/domain/receiving/receiving.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";

/** Maximum number of labels per file: a pallet's boxes. */
const mostLabels = 200;

/** Lots that fit into a code: GS1's characters, at most twenty. */
const scannable = /^[!"%-?A-Z_a-z0-9]{1,20}$/;

/**
 * Print job for the labels of a receipt's lots, one for each box and at least one for each accepted
 * line. The code contains the lot as the packing station reads it: "(10)L-7".
 */
export function lotLabelsJob(
  receipt: Pick<Receipt, "number" | "supplier" | "receivedAt" | "lines">,
  expiries: ReadonlyMap<string, string>,
): PrintJob {
  const labels = receipt.lines
    .filter(({ lotId }) => lotId !== null)
    .flatMap((line) => Array.from({ length: Math.max(1, line.boxes) }, (_, box) => ({ line, box })))
    .slice(0, mostLabels);
  const texts = [
    ...new Set(labels.map(({ line }) => line.lotCode).filter((lot) => scannable.test(lot))),
  ];
  return {
    template: "features/receiving/lot-labels-layout",
    created: Math.floor(receipt.receivedAt.getTime() / 1000),
    codes: texts.map((lot) => ({ symbol: "qr", text: `(10)${lot}` })),
    sheet: {
      title: "Lot labels",
      labels: labels.map(({ line, box }) => {
        const place = texts.indexOf(line.lotCode);
        const expiresOn = expiries.get(line.lotId ?? "");
        return {
          product: onOneLine(line.description),
          lot: onOneLine(line.lotCode),
          supplier: onOneLine(receipt.supplier),
          received: `Received ${formatDate(receipt.receivedAt)}, ${receiptName(receipt).toLowerCase()}`,
          amount:
            line.boxes > 1
              ? `Box ${box + 1} of ${line.boxes}, ${formatLb(Number(line.lb))} in all`
              : formatLb(Number(line.lb)),
          expiry: expiresOn ? `Best before ${formatFullDay(expiresOn)}` : "",
          code: place < 0 ? null : place,
        };
      }),
    },
  };
}

/** Print job for the labels of a cutting's lots, one each, with the same design. */
export function cutLabelsJob(cutting: {
  number: number;
  cutAt: Date;
  ownName: string;
  outputs: readonly CutLot[];
}): PrintJob {
  const { number, cutAt, ownName, outputs } = cutting;
  const texts = [...new Set(outputs.map(({ code }) => code).filter((lot) => scannable.test(lot)))];
  return {
    template: "features/receiving/lot-labels-layout",
    created: Math.floor(cutAt.getTime() / 1000),
    codes: texts.map((lot) => ({ symbol: "qr", text: `(10)${lot}` })),
    sheet: {
      title: "Lot labels",
      labels: outputs.slice(0, mostLabels).map(({ code, productName, expiresOn, ...weighed }) => ({
        product: onOneLine(productName),
        lot: onOneLine(code),
        supplier: onOneLine(ownName),
        received: `Cut ${formatDate(cutAt)}, cutting ${number}`,
        amount: weighedInWords(weighed),
        expiry: expiresOn ? `Best before ${formatFullDay(expiresOn)}` : "",
        code: texts.includes(code) ? texts.indexOf(code) : null,
      })),
    },
  };
}

interface CutLot {
  code: string;
  productName: string;
  lb: string;
  /** Null if it isn't kept in pieces. */
  pieces: number | null;
  expiresOn: string | null;
}

const onOneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, " ").trim();
