import type { Print } from "#app/domain/papers/print-job.ts";
import { boxLabelsJob, packLabelsJob } from "./labels.ts";
import { packingSlipsJob } from "./packing-slip-words.ts";
import type { BoxLabel, PackingSlip, PackLabel, PackLabelSize, PickList } from "./papers.ts";
import { pickListJob } from "./pick-list-words.ts";

type Pdf = Promise<Uint8Array<ArrayBuffer>>;

/** The papers of the packing station as PDF files. */
export interface PackingPapers {
  /** Letter. Rejects with PackingSlipContradictionError if a slip doesn't add up. */
  printPackingSlips(slips: PackingSlip[]): Pdf;
  /** Letter, as many pages as needed. */
  printPickList(list: PickList): Pdf;
  /** 4 × 6 in, one per page. Rejects without labels. */
  printBoxLabels(labels: BoxLabel[]): Pdf;
  /** One per page. Rejects without labels, or for an invalid GS1 code. */
  printPackLabels(labels: PackLabel[], size: PackLabelSize): Pdf;
}

/** Creates the printer of the station's papers, which queues jobs and rejects failed ones. */
export function createPackingPapers(print: Print): PackingPapers {
  return {
    printPackingSlips: async (slips) => print(packingSlipsJob(slips)),
    printPickList: async (list) => print(pickListJob(list)),
    printBoxLabels: async (labels) => print(boxLabelsJob(some(labels))),
    printPackLabels: async (labels, size) => print(packLabelsJob(some(labels), size)),
  };
}

/** A PDF without pages would come out as a blank page. */
function some<Label>(labels: Label[]): Label[] {
  if (labels.length === 0) throw new RangeError("No labels to print");
  return labels;
}
