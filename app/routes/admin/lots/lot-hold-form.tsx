import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { HeldFamily, LotHold } from "#app/domain/lots/holds/lot-holds.ts";
import { lotInWords } from "#app/domain/lots/lots.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface LotHoldFormProps {
  /** Null if it is not on hold. */
  hold: LotHold | null;
  /** The first reason first. */
  reasons: readonly string[];
  madeOfIt: HeldFamily["madeOfIt"];
  isOwner: boolean;
  answer: FormAnswer | undefined;
  className: string;
}

export function LotHoldForm({
  hold,
  reasons,
  madeOfIt,
  isOwner,
  answer,
  className,
}: LotHoldFormProps) {
  const free = madeOfIt.filter(({ isOffered }) => isOffered);
  return (
    <section aria-labelledby="hold" className={className}>
      <h2 id="hold" className="mb-4 text-title">
        Hold
      </h2>
      {hold ? (
        <Notice tone="info" title="This lot is on hold">
          {reasons.map((reason) => (
            <p key={reason} className="break-words whitespace-pre-line">
              {reason}
            </p>
          ))}
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
      {madeOfIt.length > 0 && <MadeOfIt lots={madeOfIt} isHeld={hold !== null} />}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
      {hold && free.length > 0 && (
        <AnsweredForm answer={answer} className="mt-4">
          <SubmitButton intent="hold-made">
            {free.length === 1 ? "Hold this lot too" : `Hold these ${free.length} lots too`}
          </SubmitButton>
        </AnsweredForm>
      )}
      {!hold && (
        <AnsweredForm answer={answer} className="mt-4 grid max-w-2xl gap-4">
          <input type="hidden" name="intent" value="hold" />
          <TextArea
            label="Reason for the hold"
            rows={2}
            maxLength={500}
            required
            {...answeredField(answer, "reason")}
          />
          {free.length > 0 && (
            <Checkbox
              name="withMade"
              value="yes"
              defaultChecked={!answer || answer.values?.withMade === "yes"}
              label={
                free.length === 1
                  ? `Hold lot ${free[0]?.code} too, which was made of it`
                  : `Hold the ${free.length} lots too that were made of it`
              }
            />
          )}
          <p>
            <SubmitButton variant="secondary">Put on hold</SubmitButton>
          </p>
        </AnsweredForm>
      )}
      {hold && isOwner && (
        <AnsweredForm answer={answer} className="mt-4 grid max-w-2xl gap-4">
          <input type="hidden" name="intent" value="release" />
          <TextArea
            label="Reason for the release"
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

/** Lists the lots made from it, as the meat continues under other codes. */
function MadeOfIt({ lots, isHeld }: { lots: HeldFamily["madeOfIt"]; isHeld: boolean }) {
  return (
    <div className="mt-4 max-w-2xl">
      <p>
        {isHeld
          ? "This hold stops the lot alone. What was made of it:"
          : "What was made of it goes on unless it is put on hold too:"}
      </p>
      <ul className="mt-2 border-t border-ink">
        {lots.map((lot) => (
          <li
            key={lot.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-2.5"
          >
            <span className="min-w-0 break-words">
              <Link to={`/admin/lots/${lot.id}`} className="link font-semibold">
                {lot.code}
              </Link>{" "}
              {lot.isHeld ? (
                <Badge tone="cancelled">On hold</Badge>
              ) : (
                <Badge tone="pending">Not on hold</Badge>
              )}
            </span>
            <span className="text-sm text-ink-soft tabular-nums">
              {lotInWords(lot) || "Not known what is left"}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
