import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { ended } from "#app/lib/in-words.ts";
import { type SettledReport, settledForDriver } from "../unrecorded.ts";
import type { RefusedReport } from "./kept/report-queue.ts";
import { discardQuestion, reportInWords } from "./report-words.ts";
import type { ShownStop } from "./run-view.ts";

interface NotRecordedProps {
  refused: RefusedReport;
  /** The client's name, even if the stop has left the run. */
  name: string;
  /** Undefined if the stop has left the run. */
  stop: ShownStop | undefined;
  /** How the office settled it; undefined until then. */
  settled?: SettledReport["how"] | undefined;
  onSendAgain: () => void;
  onDiscard: () => void;
}

/** Shows a refused report. Asks before it is discarded, unless the office has settled it. */
export function NotRecorded({
  refused,
  name,
  stop,
  settled,
  onSendAgain,
  onDiscard,
}: NotRecordedProps) {
  const [isAsked, setAsked] = useState(false);
  const { report, message } = refused;
  const said = (
    <span className="block font-semibold break-words">
      {ended(reportInWords(report, stop?.orders))}
    </span>
  );
  if (settled) {
    return (
      <Notice
        title={`Settled: ${name}`}
        className="mt-4"
        action={<Button onClick={onDiscard}>Got it</Button>}
      >
        {said}
        {settledForDriver[settled]}
      </Notice>
    );
  }
  return (
    <Notice
      tone="error"
      title={isAsked ? discardQuestion(report, name) : `Not recorded: ${name}`}
      className="mt-4"
      action={
        isAsked ? (
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button variant="secondary" onClick={onDiscard}>
              Confirm: discard it
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onSendAgain}>Send again</Button>
            <Button variant="secondary" onClick={() => setAsked(true)}>
              Discard
            </Button>
          </>
        )
      }
    >
      {said}
      {isAsked
        ? "It is deleted from this phone, and cannot be sent any more. Tell the office what happened."
        : message}
    </Notice>
  );
}
