/** A delivery note that no invoice bills yet. */
export interface UnbilledNote {
  id: string;
  /** Its number in the series: 12 for "DN-000012". */
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

/** A customer's deliveries that are not invoiced yet. */
export interface UnbilledCustomer {
  customerId: string;
  companyName: string;
  noteCount: number;
  /** The Pacific day of the first note. */
  since: string;
  totalCents: number;
}
