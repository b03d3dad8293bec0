import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { authorities, type Recall, theAuthority, toBeCalled } from "#app/features/recall/recall.ts";
import { noCallsInWords } from "#app/features/recall/recall-words.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface RecallCallsProps {
  recall: Recall;
  requestId: string;
  /** The current Pacific time, in the format of a `datetime-local` field. */
  now: string;
  answer: FormAnswer | undefined;
}

/** The first step: calling the authorities, and recording the calls. */
export function RecallCalls({ recall, requestId, now, answer }: RecallCallsProps) {
  const { calls, closedAt } = recall;
  const open = toBeCalled(calls);
  const field = (name: string) =>
    answeredField({ values: { calledAt: now, ...answer?.values }, errors: answer?.errors }, name);
  return (
    <section aria-labelledby="authorities" className="mt-6">
      <h2 id="authorities" className="text-title">
        {closedAt ? "Calls to the authorities" : "First: call the authorities"}
      </h2>
      {open.length > 0 && closedAt === null && (
        <Notice
          tone="error"
          className="mt-3 max-w-3xl"
          title={`Call ${open.map(theAuthority).join(" and ")} before you call clients`}
        >
          The Canadian Food Inspection Agency’s recall staff and your regional health authority tell
          you what the public has to be told. Note the number, the time and who answered: they will
          ask for it.
        </Notice>
      )}
      {closedAt && calls.length === 0 && <p className="mt-1">{noCallsInWords(recall)}</p>}
      {calls.length > 0 && (
        <ul className="mt-3 max-w-3xl border-t border-ink">
          {calls.map((call) => (
            <li key={call.id} className="border-b border-rule py-2.5">
              <span className="font-semibold break-words">{call.authority}</span>{" "}
              <span className="text-ink-soft tabular-nums">{call.phone}</span>
              <span className="block text-sm break-words text-ink-soft">
                <Moment at={call.calledAt} time />, {call.answeredBy} answered
                {call.note && `. ${call.note}`}
                {call.recordedBy && ` (noted by ${call.recordedBy})`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {closedAt === null && (
        <details className="mt-4 max-w-3xl" open={open.length > 0 || answer !== undefined}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Note a call</summary>
          <AnsweredForm
            answer={answer}
            key={calls.length}
            className="mt-2 grid gap-x-6 gap-y-5 sm:grid-cols-2"
          >
            <input type="hidden" name="requestId" value={answer?.values?.requestId ?? requestId} />
            <TextField
              label="Authority"
              list="authorities-known"
              required
              maxLength={100}
              autoComplete="off"
              {...field("authority")}
            />
            <datalist id="authorities-known">
              {authorities.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <TextField
              label="Number called"
              type="tel"
              required
              maxLength={50}
              autoComplete="off"
              {...field("phone")}
            />
            <TextField label="When" type="datetime-local" required {...field("calledAt")} />
            <TextField
              label="Who answered"
              required
              maxLength={200}
              autoComplete="off"
              {...field("answeredBy")}
            />
            <TextField
              label="Note"
              hint="A file number, what they asked for"
              optional
              maxLength={1000}
              autoComplete="off"
              className="sm:col-span-2"
              {...field("note")}
            />
            {answer?.message && (
              <Notice tone="error" title={answer.message} className="sm:col-span-2" />
            )}
            <p className="sm:col-span-2">
              <SubmitButton name="intent" value="call" variant="secondary">
                Keep the call
              </SubmitButton>
            </p>
          </AnsweredForm>
        </details>
      )}
    </section>
  );
}
