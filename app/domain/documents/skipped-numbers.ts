/** Numbers of documents issued after the backup that the shop was restored from. */
export interface SkippedNumbers {
  series: string;
  first: number;
  last: number;
  backupOf: Date;
}

/** Formats a number as on documents: "INV-000121". */
export function numberInSeries(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, "0")}`;
}

/** "INV-000121 to 000140", or the single number. */
export function rangeInWords({ series, first, last }: Omit<SkippedNumbers, "backupOf">): string {
  const from = numberInSeries(series, first);
  return first === last ? from : `${from} to ${numberInSeries("", last).slice(1)}`;
}
