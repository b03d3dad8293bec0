import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { HandedOver } from "#app/domain/delivery/runs/handed-over.ts";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import type { QueueState } from "#app/lib/send-queue.ts";
import type { Run } from "../run.ts";
import { keepGateCodes, keptGateCodes } from "./kept/gate-codes.ts";
import { dropImage } from "./kept/kept-images.ts";
import {
  createReportQueue,
  fetchRun,
  imagesOf,
  keepHandOver,
  keptHandOver,
  type LinkEnd,
  lastSeenRun,
  type RefusedReport,
  type RunAsOf,
  readRefused,
  refusedKey,
  runKey,
  stored,
  withRefused,
} from "./kept/report-queue.ts";
import { keepStopNames, keptStopNames } from "./kept/stop-names.ts";
import { dropDrafts, dropOldDrafts } from "./kept/typed-drafts.ts";
import { shownStops } from "./run-view.ts";

const unheard: QueueState<Report> = { waiting: [], line: "open" };

/** Polling interval for changes by the office, in ms. */
const refreshMs = 60_000;

/** Returns a run as last known, with unsent reports applied to `stops`. Survives a reload. */
export function useDriversRun(loaded: Run, asOf: number, token: string) {
  const runId = loaded.id;
  const [latest, setLatest] = useState<RunAsOf>({ run: loaded, asOf });
  const [refused, setRefused] = useState<RefusedReport[]>([]);
  const [handedOver, setHandedOver] = useState<HandedOver | null>(null);
  const [codes, setCodes] = useState<Record<string, string>>({});
  const kept = useMemo(
    () => ({ run: stored(runKey(runId)), refused: stored(refusedKey(runId)) }),
    [runId],
  );

  const takeRun = useCallback(
    ({ codes, ...next }: RunAsOf) => {
      keepStopNames(next.run);
      kept.run.write(JSON.stringify(next));
      setLatest((before) => (next.asOf >= before.asOf ? next : before));
      // Gate codes and drafts are deleted once the run is closed.
      if (next.run.state === "done") {
        keepGateCodes(runId, null);
        dropDrafts(runId);
      } else if (codes) keepGateCodes(runId, codes);
      setCodes(keptGateCodes(runId, Date.now()));
    },
    [kept, runId],
  );

  const changeRefused = useCallback(
    (how: (before: RefusedReport[]) => RefusedReport[]) => {
      const next = how(readRefused(kept.refused.read()));
      kept.refused.write(next.length > 0 ? JSON.stringify(next) : null);
      setRefused(next);
    },
    [kept],
  );

  const endLink = useCallback(
    ({ handedOver: over }: LinkEnd) => {
      keepGateCodes(runId, null);
      setCodes({});
      if (!over) return;
      dropDrafts(runId);
      keepHandOver(over);
      setHandedOver(over);
    },
    [runId],
  );

  const queue = useMemo(
    () =>
      createReportQueue(runId, token, {
        onRun: takeRun,
        onRefused: (one) =>
          changeRefused((before) => {
            const { refused, replaced } = withRefused(before, one);
            const kept = new Set(refused.flatMap(({ report }) => imagesOf(report)));
            for (const id of replaced.flatMap(({ report }) => imagesOf(report))) {
              if (!kept.has(id)) void dropImage(id);
            }
            return refused;
          }),
        onEnd: endLink,
      }),
    [runId, token, takeRun, changeRefused, endLink],
  );
  const { waiting, line } = useSyncExternalStore(queue.subscribe, queue.getState, () => unheard);

  useEffect(() => {
    // A cached page is older than the run last seen.
    const seen = lastSeenRun(runId);
    const over = handedOver ?? keptHandOver(runId, asOf);
    if (over) {
      // Nothing is sent any more; unsent reports remain, to be listed.
      setHandedOver(over);
      return;
    }
    // A newer page may lack stops that this phone has reports of.
    if (seen) keepStopNames(seen.run);
    takeRun(seen && seen.asOf > asOf ? seen : { run: loaded, asOf });
    changeRefused((before) => before);
    return queue.start();
  }, [runId, queue, takeRun, changeRefused, loaded, asOf, handedOver]);

  useEffect(() => dropOldDrafts(Date.now()), []);

  useEffect(() => {
    const refresh = async () => {
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      const now = await fetchRun(token);
      if (now && "run" in now) takeRun(now);
      else if (now) endLink(now);
    };
    // The page contains no codes, and may come from the cache.
    void refresh();
    const every = setInterval(refresh, refreshMs);
    document.addEventListener("visibilitychange", refresh);
    // The office may have added or moved orders in the meantime.
    window.addEventListener("online", refresh);
    return () => {
      clearInterval(every);
      window.removeEventListener("online", refresh);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [token, takeRun, endLink]);

  return {
    run: latest.run,
    /** When the run was read, by the server's clock. */
    asOf: latest.asOf,
    stops: useMemo(() => shownStops(latest.run, waiting), [latest, waiting]),
    waiting,
    line,
    refused,
    codes,
    /** Who drives the run now; null while this link works. */
    handedOver,
    /** Returns the client at a stop, even if it has left the run. */
    nameAt: (stopId: string) =>
      latest.run.stops.find(({ id }) => id === stopId)?.name ??
      keptStopNames(runId)[stopId] ??
      "a stop",
    report: queue.add,
    retryNow: queue.retryNow,
    /** Resends a refused report: the office may have resolved the reason. */
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
