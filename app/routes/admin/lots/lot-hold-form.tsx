import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { LotHold } from "#app/domain/lots/lot-holds.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface LotHoldFormProps {
  /** Null for a lot that is not on hold. */
  hold: LotHold | null;
  isOwner: boolean;
  answer: FormAnswer | undefined;
  className: string;
}

/** Stops a lot, or lets it go again. */
export function LotHoldForm({ hold, isOwner, answer, className }: LotHoldFormProps) {
  return (
    <section aria-labelledby="hold" className={className}>
      <h2 id="hold" className="mb-4 text-title">
        Hold
      </h2>
      {hold ? (
        <Notice tone="info" title="This lot is on hold">
          <p className="break-words whitespace-pre-line">{hold.reason}</p>
          <p className="mt-1 text-sm text-ink-soft">
            Since <Moment at={hold.heldAt} time />
            {hold.heldBy && `, by ${hold.heldBy}`}. Nothing is packed or cut from it, and orders
            with packages of it can’t be finished.
            {!isOwner && " The owner releases it."}
          </p>
        </Notice>
      ) : (
        <p className="max-w-2xl border-t border-ink pt-3 text-ink-soft">
          On hold, nothing is packed or cut from it. Packages that were packed already are marked at
          the station, on the runs and on the driver’s page.
        </p>
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
      {!hold && (
        <AnsweredForm answer={answer} className="mt-4 grid max-w-2xl gap-4">
          <input type="hidden" name="deed" value="hold" />
          <TextArea
            label="Why it is on hold"
            rows={2}
            maxLength={500}
            required
            {...answeredField(answer, "reason")}
          />
          <p>
            <SubmitButton variant="secondary">Put on hold</SubmitButton>
          </p>
        </AnsweredForm>
      )}
      {hold && isOwner && (
        <AnsweredForm answer={answer} className="mt-4 grid max-w-2xl gap-4">
          <input type="hidden" name="deed" value="release" />
          <TextArea
            label="Why it may be used again"
            rows={2}
            maxLength={500}
            required
            {...answeredField(answer, "releaseNote")}
          />
          <p>
            <SubmitButton variant="secondary">Release the lot</SubmitButton>
          </p>
        </AnsweredForm>
      )}
    </section>
  );
}
