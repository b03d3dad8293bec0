import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import type { QueueState } from "#app/lib/send-queue.ts";
import type { Run } from "../run.ts";
import { dropImage } from "./kept-images.ts";
import {
  createReportQueue,
  fetchRun,
  imagesOf,
  type RefusedReport,
  type RunAsOf,
  stored,
} from "./report-queue.ts";
import { revivedRun, shownStops } from "./run-view.ts";

const unheard: QueueState<Report> = { waiting: [], line: "open" };

/** How often an open page asks for what the office changed, in ms. */
const refreshMs = 60_000;

/**
 * A run on the driver's telephone: as the office has it, as far as known, with the reports that wait.
 * Everything outlives a reload without network.
 */
export function useDriversRun(loaded: Run, asOf: number, token: string) {
  const runId = loaded.id;
  const [latest, setLatest] = useState<RunAsOf>({ run: loaded, asOf });
  const [refused, setRefused] = useState<RefusedReport[]>([]);
  const kept = useMemo(
    () => ({ run: stored(`run:${runId}`), refused: stored(`run-refused:${runId}`) }),
    [runId],
  );

  const takeRun = useCallback(
    (next: RunAsOf) => {
      kept.run.write(JSON.stringify(next));
      setLatest((before) => (next.asOf >= before.asOf ? next : before));
    },
    [kept],
  );

  const changeRefused = useCallback(
    (how: (before: RefusedReport[]) => RefusedReport[]) => {
      const next = how(readRefused(kept.refused.read()));
      kept.refused.write(next.length > 0 ? JSON.stringify(next) : null);
      setRefused(next);
    },
    [kept],
  );

  const queue = useMemo(
    () =>
      createReportQueue(runId, token, {
        onRun: takeRun,
        onRefused: (one) => changeRefused((before) => [...before, one]),
      }),
    [runId, token, takeRun, changeRefused],
  );
  const { waiting, line } = useSyncExternalStore(queue.subscribe, queue.getState, () => unheard);

  useEffect(() => {
    // A page that was kept for lack of network is older than what was seen since.
    const seen = readRun(kept.run.read());
    takeRun(seen && seen.asOf > asOf ? seen : { run: loaded, asOf });
    changeRefused((before) => before);
    return queue.start();
  }, [kept, queue, takeRun, changeRefused, loaded, asOf]);

  useEffect(() => {
    const refresh = async () => {
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      const now = await fetchRun(token);
      if (now) takeRun(now);
    };
    const every = setInterval(refresh, refreshMs);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(every);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [token, takeRun]);

  return {
    run: latest.run,
    stops: useMemo(() => shownStops(latest.run, waiting), [latest, waiting]),
    waiting,
    line,
    refused,
    report: queue.add,
    retryNow: queue.retryNow,
    /** Sends a report that was refused once more: the office may have changed what stood in its way. */
    sendAgain({ report }: RefusedReport) {
      changeRefused((before) => before.filter((one) => !isSame(one.report, report)));
      queue.add(report);
    },
    giveUp({ report }: RefusedReport) {
      changeRefused((before) => before.filter((one) => !isSame(one.report, report)));
      for (const id of imagesOf(report)) void dropImage(id);
    },
  };
}

const isSame = (one: Report, other: Report) => one.requestId === other.requestId;

function readRun(text: string | null): RunAsOf | null {
  const { run, asOf } = parsed(text) as Partial<RunAsOf>;
  return run && Array.isArray(run.stops) && typeof asOf === "number"
    ? { run: revivedRun(run), asOf }
    : null;
}

function readRefused(text: string | null): RefusedReport[] {
  const entries = parsed(text);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap(({ report, message }: Partial<RefusedReport>) => {
    const { data } = reportSchema.safeParse(report);
    return data ? [{ report: data, message: String(message) }] : [];
  });
}

/** What was stored may be torn, or not ours. */
function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
