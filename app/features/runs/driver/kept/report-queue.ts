import type { HandedOver } from "#app/domain/delivery/runs/handed-over.ts";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { createSendQueue, parseWaiting } from "#app/lib/send-queue.ts";
import type { GateCodes, Run } from "../../run.ts";
import { revivedRun } from "../run-view.ts";
import { dropImage, keptImage } from "./kept-images.ts";

/** A run as read at a time (ms, server clock). */
export interface RunAsOf {
  run: Run;
  asOf: number;
  /** Codes of its gates and doors; absent in a cached page. */
  codes?: GateCodes;
}

export interface RefusedReport {
  report: Report;
  message: string;
}

/** The server's answer to a report; null if there was none, or it may be retried. */
export type ReportAnswer =
  | { kind: "done"; latest: RunAsOf | null }
  | { kind: "refused"; message: string; latest: RunAsOf | null }
  /** The link has ended; with the new driver if the run was handed over. */
  | { kind: "signed out"; handedOver: HandedOver | null };

const timeoutMs = 10_000;
/** Allows for a photo on a slow connection. */
const imageTimeoutMs = 120_000;

interface QueueListeners {
  onRun: (latest: RunAsOf) => void;
  onRefused: (refused: RefusedReport) => void;
  onEnd: (end: LinkEnd) => void;
}

/** A link that has ended, with the new driver if the run was handed over. */
export interface LinkEnd {
  handedOver: HandedOver | null;
}

/**
 * Returns a queue that sends a driver's reports in the order they were made (lib/send-queue.ts).
 * Stored by run, so that a new link to the same run sends reports that an earlier one left.
 */
export function createReportQueue(runId: string, token: string, listeners: QueueListeners) {
  return createSendQueue<Report, ReportAnswer>({
    ...stored(reportsKey(runId)),
    parse: readReport,
    async send(report) {
      const answer = await sendReport(token, report);
      if (answer?.kind === "signed out") listeners.onEnd(answer);
      return answer;
    },
    onAnswer(report, answer) {
      if (answer.kind === "signed out") return;
      if (answer.latest) listeners.onRun(answer.latest);
      if (answer.kind === "refused") listeners.onRefused({ report, message: answer.message });
    },
  });
}

const reportsKey = (runId: string) => `run-reports:${runId}`;
const readReport = (entry: unknown) => reportSchema.safeParse(entry).data;

/** Returns the reports left on the phone that can't be sent any more, including refused ones. */
export function unsentReports(runId: string): Report[] {
  const text = stored(reportsKey(runId)).read();
  const waiting = text === null ? [] : parseWaiting(text, readReport).map(({ op }) => op);
  return [...waiting, ...readRefused(stored(refusedKey(runId)).read()).map(({ report }) => report)];
}

/** Deletes the unsent reports once the driver was told of them. */
export function forgetReports(runId: string): void {
  for (const report of unsentReports(runId)) {
    for (const id of imagesOf(report)) void dropImage(id);
  }
  for (const key of [reportsKey, refusedKey]) stored(key(runId)).write(null);
}

/** Returns the run as last seen on this phone; null if never. */
export function lastSeenRun(runId: string): RunAsOf | null {
  const { run, asOf } = parsed(stored(runKey(runId)).read()) as Partial<RunAsOf>;
  return run && Array.isArray(run.stops) && typeof asOf === "number"
    ? { run: revivedRun(run), asOf }
    : null;
}

export const runKey = (runId: string) => `run:${runId}`;
export const refusedKey = (runId: string) => `run-refused:${runId}`;

export function readRefused(text: string | null): RefusedReport[] {
  const entries = parsed(text);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap(({ report, message }: Partial<RefusedReport>) => {
    const data = readReport(report);
    return data ? [{ report: data, message: String(message) }] : [];
  });
}

/**
 * Adds a refused report to the list. It replaces one about the same change.
 *
 * @returns also the replaced one
 */
export function withRefused(
  before: readonly RefusedReport[],
  one: RefusedReport,
): { refused: RefusedReport[]; replaced: RefusedReport[] } {
  const key = changeOf(one.report);
  const isSame = ({ report }: RefusedReport) => changeOf(report) === key;
  return {
    refused: [...before.filter((other) => !isSame(other)), one],
    replaced: before.filter(isSame),
  };
}

/** Once per stop, or once per line, box or payment. */
function changeOf(report: Report): string {
  const { kind, stopId } = report;
  const which = (() => {
    switch (report.kind) {
      case "box":
        return [report.orderId, report.box];
      case "refused":
        return [report.orderItemId, report.lb, report.reason];
      case "paid": {
        const { method, cents, dueCents, reference, takenBy, note } = report;
        return [method, cents, dueCents, reference, takenBy, note];
      }
      case "unpaid":
        return [report.paymentId];
      default:
        return [];
    }
  })();
  return JSON.stringify([stopId, kind, ...which]);
}

const overKey = (runId: string) => `run-over:${runId}`;

/** Stores that someone else now drives a run, for a reload without network. */
export function keepHandOver(over: HandedOver): void {
  stored(overKey(over.runId)).write(JSON.stringify(over));
}

/** Returns who drives a run now; null if it wasn't handed over, or its link worked after that. */
export function keptHandOver(runId: string, workedAt: number): HandedOver | null {
  const over = parsed(stored(overKey(runId)).read()) as Partial<HandedOver>;
  if (typeof over.at !== "string" || typeof over.to !== "string") return null;
  const revived = revivedHandOver(over as HandedOver);
  return revived.at.getTime() > workedAt ? revived : null;
}

/** The stored text may be corrupt or not ours. */
function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Access to a text in browser storage, such as the last seen run and the refused reports. */
export function stored(key: string) {
  return {
    read: () => withStorage((storage) => storage.getItem(key)) ?? null,
    write: (text: string | null) =>
      void withStorage((storage) =>
        text === null ? storage.removeItem(key) : storage.setItem(key, text),
      ),
  };
}

/** Returns the current run, or the end of its link; null if the server can't be reached. */
export async function fetchRun(token: string): Promise<RunAsOf | LinkEnd | null> {
  try {
    const response = await fetch(`/run/${token}/reports`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return latestIn(await response.json());
    return endIn(response.status, await response.json().catch(() => ({})));
  } catch {
    return null;
  }
}

async function sendReport(token: string, report: Report): Promise<ReportAnswer | null> {
  try {
    const images = imagesOf(report);
    const signature = report.kind === "delivered" ? report.signatureId : null;
    for (const id of images) {
      const query = `?stop=${report.stopId}${id === signature ? "&as=signature" : ""}`;
      if (!(await sendImage(token, query, id))) return null;
    }
    const response = await fetch(`/run/${token}/reports`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (mayPassNext(response.status)) return null;
    const answer = await response.json();
    const end = endIn(response.status, answer);
    if (end) return { kind: "signed out", ...end };
    const latest = latestIn(answer);
    if (!response.ok) return { kind: "refused", message: answer.message ?? "", latest };
    for (const id of images) await dropImage(id);
    return { kind: "done", latest };
  } catch {
    // Lost or cut short: the outcome is unknown, but resending is idempotent.
    return null;
  }
}

/** Returns the ids of a report's photo and signature. */
export function imagesOf(report: Report): string[] {
  const signature = report.kind === "delivered" ? report.signatureId : null;
  return [signature, report.photoId].filter((id) => id !== null);
}

/** Uploads an image; false to retry. A refused image doesn't block its report. */
async function sendImage(token: string, query: string, id: string): Promise<boolean> {
  const image = await keptImage(id);
  if (!image) return true;
  const response = await fetch(`/run/${token}/images/${id}${query}`, {
    method: "POST",
    headers: { "Content-Type": image.type || "application/octet-stream" },
    body: image,
    signal: AbortSignal.timeout(imageTimeoutMs),
  });
  return !mayPassNext(response.status);
}

/** True for a temporary refusal: the shop is busy or down, a rate limit, or a timeout. */
function mayPassNext(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function endIn(status: number, answer: { handedOver?: HandedOver }): LinkEnd | null {
  if (status === 410 && answer.handedOver)
    return { handedOver: revivedHandOver(answer.handedOver) };
  return status === 404 ? { handedOver: null } : null;
}

/** JSON has no dates. */
const revivedHandOver = (over: HandedOver) => ({ ...over, at: new Date(over.at) });

function latestIn({ run, asOf, codes }: Partial<RunAsOf>): RunAsOf | null {
  return run && asOf ? { run: revivedRun(run), asOf, ...(codes && { codes }) } : null;
}
