/** A delivery note that no invoice bills yet. */
export interface UnbilledNote {
  id: string;
  /** Its place in the series; 12 for "DN-000012". */
  seriesNumber: number;
  /** For example "DN-000012". */
  number: string;
  url: string | null;
  /** The Pacific day. */
  issuedOn: string;
  orderId: string;
  poNumber: string;
  totalCents: number;
}

/** What was delivered to a customer and is not invoiced. */
export interface UnbilledCustomer {
  customerId: string;
  companyName: string;
  noteCount: number;
  /** The Pacific day of the first note. */
  since: string;
  totalCents: number;
}
