/** A document to print: what it says, and the template that says how it looks. */
export interface PrintJob {
  /** The template's path below app/features, without its extension: "invoices/invoice". */
  template: string;
  /** Everything that is printed, as the template reads it. Never markup. */
  sheet: object;
  /** Codes on the paper; the sheet names them by their place here. */
  codes?: Code[];
  /** The digest of the seller's logo, which stands in place of the wordmark; null for none. */
  logo?: string | null | undefined;
  /** The file's creation time, in Unix seconds. */
  created: number;
}

/**
 * A code that scanners read: any text as a QR code, or a GS1 element string with its identifiers in
 * brackets, "(01)09506000134352(3103)000585".
 */
export interface Code {
  symbol: "qr" | "gs1-datamatrix";
  text: string;
}

/** Prints one document after another, outside the thread that answers requests. */
export type Print = (job: PrintJob) => Promise<Uint8Array<ArrayBuffer>>;
