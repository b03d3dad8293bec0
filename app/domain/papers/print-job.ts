import type { Holder } from "#app/domain/limits/shares.ts";

/** A document to print: what it says, and the template that says how it looks. */
export interface PrintJob {
  /** The template's path below `app`, without its extension: "domain/documents/invoice". */
  template: string;
  /** Everything that is printed, as the template reads it. Never markup. */
  sheet: object;
  /** Codes on the paper; the sheet names them by their place here. */
  codes?: Code[];
  /** The digest of the seller's logo, which stands in place of the wordmark; null for none. */
  logo?: string | null | undefined;
  /** Pictures on the paper; the sheet names them by their place here. */
  pictures?: Picture[];
  /** The file's creation time, in Unix seconds. */
  created: number;
  /**
   * Dots to the inch of a label printer: its first page as a picture of them in black and white, a
   * portable bitmap (`picture.ts`), in place of a PDF.
   */
  dots?: number;
}

/**
 * A code that scanners read: any text as a QR code or, if it is short, as the bars of Code 128, which
 * laser scanners read too; or a GS1 element string with its identifiers in brackets,
 * "(01)09506000134352(3103)000585".
 */
export interface Code {
  symbol: "qr" | "code-128" | "gs1-datamatrix";
  text: string;
}

/** A picture as it is stored. */
interface Picture {
  contentType: string;
  content: Uint8Array;
}

/** Prints one document, outside the process that answers requests; given to whose turn it is. */
export type Print = (job: PrintJob) => Promise<Uint8Array<ArrayBuffer>>;

/** Who asks for a paper. */
export interface Asker extends Holder {
  /** Aborted when they have left. */
  signal?: AbortSignal | undefined;
}

/** The shop's printer, and the line before it. */
export interface Printing {
  /**
   * Waits for the asker's turn; `work` then reads what is to be printed and prints it, so that those
   * who wait hold nothing but their place. Callers have checked who may ask, and hold no page's place
   * meanwhile.
   *
   * @throws PrintRefusedError, PrintAbandonedError, and whatever `work` throws
   */
  inLine<Result>(asker: Asker, work: (print: Print) => Promise<Result>): Promise<Result>;
}
