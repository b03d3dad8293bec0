import { useMemo, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { HandedOver } from "#app/domain/delivery/runs/handed-over.ts";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { counted } from "../papers/load-words.ts";
import type { RunOrder } from "../run.ts";
import { keepGateCodes } from "./kept/gate-codes.ts";
import { forgetReports, lastSeenRun, unsentReports } from "./kept/report-queue.ts";
import { keptStopNames } from "./kept/stop-names.ts";
import { reportInWords } from "./report-words.ts";

/** Shows a run's previous driver their unsent reports, and whom to tell. */
export function RunHandedOver({ handedOver }: { handedOver: HandedOver }) {
  const { runId, zone, date, to, at } = handedOver;
  const company = useCompany();
  const [isTold, setTold] = useState(false);
  const unsent = useUnsent(runId);
  const phone = (
    <a href={company.phone.href} className="link whitespace-nowrap">
      {company.phone.display}
    </a>
  );
  return (
    <>
      <h1 className="mt-10 text-heading break-words">{to} drives this run now</h1>
      <p className="mt-1 text-lg">
        {zone}, {dateInWords(date)}
      </p>
      <p className="mt-3">
        Handed over <Moment at={at} time /> {to} sees everything that was sent until then. This link
        does not open the run any more. Questions? Call the office: {phone}.
      </p>
      {unsent !== null && (unsent.length === 0 || isTold) && (
        <Notice tone="success" title="This phone has nothing left to send" className="mt-5" />
      )}
      {unsent !== null && unsent.length > 0 && !isTold && (
        <section aria-labelledby="unsent" className="mt-6">
          <Notice
            tone="error"
            title={`${counted(unsent.length, "report was", "reports were")} not sent`}
          >
            Tell {to} or the office now, at {phone}: nobody else knows of it, and it cannot be sent
            from here any more.
          </Notice>
          <h2 id="unsent" className="mt-5 text-title">
            What to tell
          </h2>
          <ul className="mt-2 border-t border-ink">
            {unsent.map(({ report, stop, orders }) => (
              <li key={report.requestId} className="border-b border-rule py-3">
                <p className="font-semibold break-words">
                  {stop}
                  {orders.length > 0 &&
                    `, ${orders.length === 1 ? "order" : "orders"} ${orders.map(({ number }) => number).join(", ")}`}
                </p>
                <p className="break-words">{reportInWords(report, orders)}</p>
                <p className="text-sm text-ink-soft">
                  <Moment at={new Date(report.at)} time />
                </p>
              </li>
            ))}
          </ul>
          <Button
            variant="secondary"
            size="lg"
            className="mt-4 w-full"
            onClick={() => {
              forgetReports(runId);
              setTold(true);
            }}
          >
            I’ve told them: remove this list
          </Button>
        </section>
      )}
    </>
  );
}

/** Returns unsent reports with the names of their stops; null on the server, which can't know. */
function useUnsent(runId: string): { report: Report; stop: string; orders: RunOrder[] }[] | null {
  const isLive = useHydrated();
  return useMemo(() => {
    if (!isLive) return null;
    keepGateCodes(runId, null);
    const stops = lastSeenRun(runId)?.run.stops ?? [];
    const names = keptStopNames(runId);
    return unsentReports(runId).map((report) => {
      const stop = stops.find(({ id }) => id === report.stopId);
      return {
        report,
        stop: stop?.name ?? names[report.stopId] ?? "A stop",
        orders: stop?.orders ?? [],
      };
    });
  }, [isLive, runId]);
}
