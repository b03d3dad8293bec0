import { Moment } from "#app/components/moment.tsx";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import type { Waiting } from "#app/lib/send-queue.ts";
import type { Run } from "../run.ts";
import { takenOnRun } from "./run-view.ts";

interface TakenMoneyProps {
  run: Run;
  waiting: readonly Waiting<Report>[];
  /** Returns the client at a stop that has left the run. */
  nameAt: (stopId: string) => string;
}

/** Shows the sums to hand in, and the payments at stops that have left the run. */
export function TakenMoney({ run, waiting, nameAt }: TakenMoneyProps) {
  const { sums, elsewhere } = takenOnRun(run, waiting);
  if (sums === "") return null;
  return (
    <>
      <p className="mt-1 font-semibold tabular-nums">Taken: {sums}</p>
      {elsewhere.map((one) => (
        <p key={one.requestId} className="mt-1 break-words tabular-nums">
          {one.offRunOf || nameAt(one.stopId)}, no longer on this run: took {takenInWords(one)},{" "}
          <Moment at={one.takenAt} time />
        </p>
      ))}
    </>
  );
}
