/** A run that somebody else drives now, as whoever had its link before is told. */
export interface HandedOver {
  runId: string;
  zone: string;
  date: string;
  from: string;
  to: string;
  at: Date;
}
