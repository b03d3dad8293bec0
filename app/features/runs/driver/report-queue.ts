import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { createSendQueue } from "#app/lib/send-queue.ts";
import type { Run } from "../run.ts";
import { dropImage, keptImage } from "./kept-images.ts";
import { revivedRun } from "./run-view.ts";

/** A run as the office had it at a time, by its clock in ms. */
export interface RunAsOf {
  run: Run;
  asOf: number;
}

/** A report that the office did not take, and why. */
export interface RefusedReport {
  report: Report;
  message: string;
}

/** The office's answer to a report; null when none came, or one that may be tried again. */
export type ReportAnswer =
  | { kind: "done"; latest: RunAsOf | null }
  | { kind: "refused"; message: string; latest: RunAsOf | null }
  /** The link does not work any more. */
  | { kind: "signed out" };

const timeoutMs = 10_000;
/** A photo on a slow line. */
const imageTimeoutMs = 120_000;

interface QueueListeners {
  onRun: (latest: RunAsOf) => void;
  onRefused: (refused: RefusedReport) => void;
}

/**
 * Sends a driver's reports in the order they were made (lib/send-queue.ts). Kept by run, so that a
 * new link to the same run sends what an earlier one left.
 */
export function createReportQueue(runId: string, token: string, listeners: QueueListeners) {
  return createSendQueue<Report, ReportAnswer>({
    ...stored(`run-reports:${runId}`),
    parse: (entry) => reportSchema.safeParse(entry).data,
    send: (report) => sendReport(token, report),
    onAnswer(report, answer) {
      if (answer.kind === "signed out") return;
      if (answer.latest) listeners.onRun(answer.latest);
      if (answer.kind === "refused") listeners.onRefused({ report, message: answer.message });
    },
  });
}

/** A text in the browser's storage, for the run as it was last seen and for what was refused. */
export function stored(key: string) {
  return {
    read: () => withStorage((storage) => storage.getItem(key)) ?? null,
    write: (text: string | null) =>
      void withStorage((storage) =>
        text === null ? storage.removeItem(key) : storage.setItem(key, text),
      ),
  };
}

/** The run as it is now; null when the office cannot be reached or the link does not work. */
export async function fetchRun(token: string): Promise<RunAsOf | null> {
  try {
    const response = await fetch(`/run/${token}/reports`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? latestIn(await response.json()) : null;
  } catch {
    return null;
  }
}

async function sendReport(token: string, report: Report): Promise<ReportAnswer | null> {
  try {
    const images = imagesOf(report);
    for (const id of images) if (!(await sendImage(token, report.stopId, id))) return null;
    const response = await fetch(`/run/${token}/reports`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (mayPassNext(response.status)) return null;
    const answer = await response.json();
    if (answer.reason === "link") return { kind: "signed out" };
    const latest = latestIn(answer);
    if (!response.ok) return { kind: "refused", message: answer.message ?? "", latest };
    for (const id of images) await dropImage(id);
    return { kind: "done", latest };
  } catch {
    // Lost, or cut short: the answer is unknown, and sending it again is safe.
    return null;
  }
}

/** The photo and the signature of a report. */
export function imagesOf(report: Report): string[] {
  const signature = report.kind === "delivered" ? report.signatureId : null;
  return [signature, report.photoId].filter((id) => id !== null);
}

/** Whether the report may follow: an image that the office cannot take does not hold it up. */
async function sendImage(token: string, stopId: string, id: string): Promise<boolean> {
  const image = await keptImage(id);
  if (!image) return true;
  const response = await fetch(`/run/${token}/images/${id}?stop=${stopId}`, {
    method: "POST",
    headers: { "Content-Type": image.type || "application/octet-stream" },
    body: image,
    signal: AbortSignal.timeout(imageTimeoutMs),
  });
  return !mayPassNext(response.status);
}

/** Refused for now: the shop is busy or away, too much was sent, or it took too long to arrive. */
function mayPassNext(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function latestIn({ run, asOf }: { run?: Run | null; asOf?: number }): RunAsOf | null {
  return run && asOf ? { run: revivedRun(run), asOf } : null;
}
