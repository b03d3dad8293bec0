/** A delivery note that no invoice bills yet. */
export interface UnbilledNote {
  id: string;
  /** 12 for "DN-000012". */
  seriesNumber: number;
  number: string;
  url: string | null;
  issuedOn: string;
  orderId: string;
  poNumber: string;
  totalCents: number;
}

export interface UnbilledCustomer {
  customerId: string;
  companyName: string;
  noteCount: number;
  since: string;
  totalCents: number;
}
