/** A run that somebody else drives now, as shown to its former driver. */
export interface HandedOver {
  runId: string;
  zone: string;
  date: string;
  from: string;
  to: string;
  at: Date;
}
