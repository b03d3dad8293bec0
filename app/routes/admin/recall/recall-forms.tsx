import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { Recall } from "#app/features/recall/recall.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface NewLotsProps {
  recall: Recall;
  mayChange: boolean;
  answer: FormAnswer | undefined;
}

/** Lots that were made within its reach since it was opened; nothing where there are none. */
export function NewLots({ recall, mayChange, answer }: NewLotsProps) {
  const { newLots, isDrill } = recall;
  if (newLots.length === 0) return null;
  return (
    <Notice
      tone="error"
      className="mt-6 max-w-3xl"
      title={
        newLots.length === 1
          ? "1 more lot is within its reach by now"
          : `${newLots.length} more lots are within its reach by now`
      }
      action={
        mayChange && (
          <AnsweredForm answer={answer}>
            <SubmitButton name="deed" value="add lots">
              {isDrill ? "Add them" : "Add them, and put them on hold"}
            </SubmitButton>
          </AnsweredForm>
        )
      }
    >
      {newLots.map(({ code }) => code).join(", ")}
      {answer?.message && <span className="block">{answer.message}</span>}
    </Notice>
  );
}

interface CloseFormProps {
  recall: Recall;
  answer: FormAnswer | undefined;
}

/** Ends a drill, or closes a recall. */
export function CloseForm({ recall: { isDrill }, answer }: CloseFormProps) {
  return (
    <section aria-labelledby="close" className="mt-12 max-w-3xl print:hidden">
      <h2 id="close" className="text-title">
        {isDrill ? "End the drill" : "Close the recall"}
      </h2>
      {!isDrill && (
        <p className="mt-1 text-ink-soft">
          Links in mails take no answers then. What is on hold stays so until you release it, lot by
          lot.
        </p>
      )}
      <AnsweredForm answer={answer} className="mt-4 grid gap-4">
        <TextArea
          label="Note"
          hint={isDrill ? undefined : "How it ended, for inspectors"}
          optional
          rows={2}
          maxLength={1000}
          {...answeredField(answer, "closeNote")}
        />
        {answer?.message && <Notice tone="error" title={answer.message} />}
        <p>
          <SubmitButton name="deed" value="close" variant={isDrill ? undefined : "secondary"}>
            {isDrill ? "End the drill" : "Close the recall"}
          </SubmitButton>
        </p>
      </AnsweredForm>
    </section>
  );
}
