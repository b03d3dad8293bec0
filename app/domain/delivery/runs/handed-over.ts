/** A run that somebody else drives now, as shown to its former driver. */
export interface HandedOver {
  runId: string;
  zone: string;
  date: string;
  /** The names of the former and the new driver. */
  from: string;
  to: string;
  at: Date;
}
