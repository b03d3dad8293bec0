import { Form, Link } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { dateInWords } from "#app/lib/dates.ts";
import { maxFound, type UnrecordedReport, unrecordedInWords } from "./unrecorded.ts";

interface UnrecordedReportsProps {
  unrecorded: readonly UnrecordedReport[];
  action: string;
  /** The run that the page shows; other runs are named. */
  shownOn?: string;
  maySettle: boolean;
  className: string;
}

/** Lists refused reports of drivers until the office settles them. */
export function UnrecordedReports({
  unrecorded,
  action,
  shownOn = "",
  maySettle,
  className,
}: UnrecordedReportsProps) {
  if (unrecorded.length === 0) return null;
  return (
    <Notice tone="error" title="The driver reported what was not recorded" className={className}>
      <p>
        Ask the driver before an order goes out again, so that nobody delivers twice.
        {maySettle
          ? " It may have been sent again and recorded since. It stays here, and on the pages of its run and its orders, until it is settled."
          : " The office settles it."}
      </p>
      {unrecorded.map((one) => (
        <div key={one.reportId} className="mt-4">
          <p className="break-words">
            {unrecordedInWords(one)}
            {one.runId !== shownOn && (
              <>
                {" "}
                Reported on the run{" "}
                <Link to={`/admin/runs/${one.runId}`} className="link">
                  {one.zone}, {dateInWords(one.date)}
                </Link>
                .
              </>
            )}
          </p>
          {maySettle && <SettleForms one={one} action={action} />}
        </div>
      ))}
    </Notice>
  );
}

interface SettleFormsProps {
  one: UnrecordedReport;
  action: string;
}

/** Forms to settle a report: it is recorded as it was made, or kept with the office's finding. */
function SettleForms({ one, action }: SettleFormsProps) {
  const { mayRecord } = one;
  const form = { method: "post", action, replace: true, preventScrollReset: true } as const;
  const which = (
    <>
      <input type="hidden" name="run" value={one.runId} />
      <input type="hidden" name="report" value={one.reportId} />
    </>
  );
  return (
    <>
      {mayRecord && (
        <Form {...form} className="mt-2">
          {which}
          <SubmitButton intent="handed over" variant="secondary">
            Yes, it was handed over
          </SubmitButton>
          <p className="mt-1">
            Records the driver’s report as the delivery, on the run that it was made on, and tells
            the client. Money that was taken is recorded already.
          </p>
        </Form>
      )}
      <Form {...form} className="mt-2 flex flex-wrap items-end gap-3">
        {which}
        <div className="min-w-0 grow basis-64">
          <TextField
            label="What you found out"
            name="found"
            required
            maxLength={maxFound}
            autoComplete="off"
          />
        </div>
        <SubmitButton intent="settle" variant="secondary">
          {mayRecord ? "No, it is still with us" : "Settled"}
        </SubmitButton>
      </Form>
    </>
  );
}
