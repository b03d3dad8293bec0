import { ended } from "#app/lib/in-words.ts";

/** The action in the history of a run and of its orders for a report that the shop refused. */
export const notRecorded = "report not recorded";

/** The same once the office has found out what became of it. */
export const unrecordedSettled = "report settled";

/** Maximum length of what the office found out. */
export const maxFound = 300;

/** What a driver reported of a door and the shop refused, until the office settles it. */
export interface UnrecordedReport {
  /** Names the report in the history of its run. */
  reportId: string;
  runId: string;
  /** The run's zone and day. */
  zone: string;
  date: string;
  /** As it was logged; numbers of orders without "order". */
  client: string;
  orders: string;
  reported: string;
  reportedAt: string;
  why: string;
  /** True if it can be recorded as it was reported: a delivery, of which something is undelivered. */
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

/** Says how a report was settled, by the form that did it. */
export const settledText = {
  settle: "The report is settled",
  "handed over": "It is recorded as delivered, as the driver reported it",
};

/** How the office settled a report that its driver's phone may still show as not recorded. */
export interface SettledReport {
  /** Names the report as the phone does. */
  requestId: string;
  how: keyof typeof settledForDriver;
}

/** What the driver is told of it. */
export const settledForDriver = {
  recorded: "The office has recorded it as delivered.",
  "with us": "The office says it is still with the shop.",
  settled: "The office has settled it. Nothing is left to send.",
};
