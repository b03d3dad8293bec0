import type { Holder } from "#app/domain/limits/shares.ts";

export interface PrintJob {
  /** The template's path below `app`, without its extension: "domain/documents/invoice-layout". */
  template: string;
  /** The content for the template; never markup. */
  sheet: object;
  /** The sheet refers to them by index. */
  codes?: Code[];
  /** The digest of the seller's logo, which replaces the wordmark; null for none. */
  logo?: string | null | undefined;
  /** The sheet refers to them by index. */
  pictures?: Picture[];
  /** The file's creation time, in Unix seconds. */
  created: number;
  /** Prints the first page as a bitmap for a label printer of these dots per inch, not a PDF. */
  dots?: number;
}

/**
 * A machine-readable code: any text as a QR code; a short text as Code 128 bars, which laser
 * scanners read too; or a GS1 element string with its identifiers in brackets,
 * "(01)09506000134352(3103)000585".
 */
export interface Code {
  symbol: "qr" | "code-128" | "gs1-datamatrix";
  text: string;
}

interface Picture {
  contentType: string;
  content: Uint8Array;
}

/** Prints a document outside the serving process; passed to the task whose turn it is. */
export type Print = (job: PrintJob) => Promise<Uint8Array<ArrayBuffer>>;

export interface Asker extends Holder {
  /** Aborted when they leave. */
  signal?: AbortSignal | undefined;
}

export interface Printing {
  /**
   * Waits for the asker's turn. Only then does `work` read the data and print it, so that a waiting
   * request holds nothing but its place. Callers have checked who may ask, and don't hold a page's
   * slot while they wait.
   *
   * @throws PrintRefusedError, PrintAbandonedError, and whatever `work` throws
   */
  inLine<Result>(asker: Asker, work: (print: Print) => Promise<Result>): Promise<Result>;
}
