import type { Print } from "#app/domain/papers/print-job.ts";
import { boxLabelsJob, packLabelsJob } from "./label-jobs.ts";
import { packingSlipsJob } from "./packing-slip-job.ts";
import type { BoxLabel, PackingSlip, PackLabel, PackLabelSize, PickList } from "./papers.ts";
import { pickListJob } from "./pick-list-job.ts";

type Pdf = Promise<Uint8Array<ArrayBuffer>>;

/** The papers of the packing station as PDF files. */
export interface PackingPapers {
  /** On Letter, each on its own pages. Rejects with PackingSlipContradictionError if one doesn't add up. */
  printPackingSlips(slips: PackingSlip[]): Pdf;
  /** On Letter, as many pages as it takes. */
  printPickList(list: PickList): Pdf;
  /** 4 × 6 in, a page each. Rejects without labels. */
  printBoxLabels(labels: BoxLabel[]): Pdf;
  /** A page each. Rejects without labels, and on a GS1 code that is not valid. */
  printPackLabels(labels: PackLabel[], size: PackLabelSize): Pdf;
}

/** Prints papers for whose turn it is; a paper that can't be printed rejects. */
export function createPackingPapers(print: Print): PackingPapers {
  return {
    printPackingSlips: async (slips) => print(packingSlipsJob(slips)),
    printPickList: async (list) => print(pickListJob(list)),
    printBoxLabels: async (labels) => print(boxLabelsJob(some(labels))),
    printPackLabels: async (labels, size) => print(packLabelsJob(some(labels), size)),
  };
}

/** A PDF of no pages would be a blank one. */
function some<Label>(labels: Label[]): Label[] {
  if (labels.length === 0) throw new RangeError("No labels to print");
  return labels;
}
