import { ended } from "#app/lib/in-words.ts";

/** The action in the history of a run and of its orders for a report that the shop refused. */
export const notRecorded = "report not recorded";

/** The action once the office has settled such a report. */
export const unrecordedSettled = "report settled";

/** Maximum length of the office's finding. */
export const maxFound = 300;

/** A driver's report of a door that the shop refused, until the office settles it. */
export interface UnrecordedReport {
  /** Identifies the report in the history of its run. */
  reportId: string;
  runId: string;
  zone: string;
  date: string;
  /** The client as logged; numbers of orders without "order". */
  client: string;
  orders: string;
  reported: string;
  reportedAt: string;
  why: string;
  /** True if it can be recorded as reported: a delivery, part of which is undelivered. */
  mayRecord: boolean;
}

/** "Sample Pub, order 1042: Delivered, received by Kim, on …. The order was moved or cancelled …" */
export function unrecordedInWords({
  client,
  orders,
  reported,
  reportedAt,
  why,
}: Omit<UnrecordedReport, "reportId" | "runId" | "zone" | "date" | "mayRecord">): string {
  const count = orders.includes(",") ? "orders" : "order";
  const whose = orders ? `${client}, ${count} ${orders}` : client;
  return `${ended(`${whose}: ${reported}, on ${reportedAt}`)} ${why}`;
}

export const settledText = {
  settle: "The report is settled",
  "handed over": "It is recorded as delivered, as the driver reported it",
};

/** How the office settled a report that its driver's phone may still show as not recorded. */
export interface SettledReport {
  /** Identifies the report as the phone does. */
  requestId: string;
  how: keyof typeof settledForDriver;
}

/** The driver's message about it. */
export const settledForDriver = {
  recorded: "The office has recorded it as delivered.",
  "with us": "The office says it is still with the shop.",
  settled: "The office has settled it. Nothing is left to send.",
};
