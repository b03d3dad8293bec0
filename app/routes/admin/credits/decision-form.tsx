import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { type ClaimedLine, type CreditRoute, routeText } from "#app/domain/claims/credit.ts";
import { grantField } from "#app/domain/claims/credit-form.ts";
import type { BilledClaim } from "#app/domain/claims/credits.server.ts";
import { PayoutField } from "#app/features/credits/ask-form.tsx";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { CreditPayout } from "#db/schema/values/money.ts";

interface DecisionFormProps {
  /** The lines that can be approved; none before there is an invoice. */
  lines: ClaimedLine[];
  claims: BilledClaim[];
  /** How it is paid out. */
  route: CreditRoute;
  /** The customer's preference, if there is a choice. */
  payout: CreditPayout | null;
  answer: FormAnswer | undefined;
}

/**
 * Form to approve the claim, or more or less of it, or to decline it with a note for the client.
 */
export function DecisionForm({ lines, claims, route, payout, answer }: DecisionFormProps) {
  const claimed = Object.fromEntries(
    lines.flatMap(({ position, lb, amount }) => [
      [grantField("lb", position), lb ?? ""],
      [grantField("amount", position), amount ?? ""],
    ]),
  );
  const values: Record<string, string> = {
    ...claimed,
    payout: payout ?? "",
    ...answer?.values,
  };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm answer={answer} className="mt-6 max-w-2xl">
      {lines.map(({ position, productName }) => (
        <fieldset key={position} className="mb-5">
          <legend className="mb-3 font-semibold">Credit for {productName}</legend>
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
            {claims.find((claim) => claim.position === position)?.unit !== "each" && (
              <DecimalField label="Pounds" {...field(grantField("lb", position))} />
            )}
            <DecimalField
              label="Or dollars before tax"
              {...field(grantField("amount", position))}
            />
          </div>
        </fieldset>
      ))}
      {lines.length > 0 && route === "choice" && (
        <PayoutField {...field("payout")} className="mb-5" />
      )}
      {lines.length > 0 && (route === "card" || route === "hand") && (
        <p className="mb-5">{routeText[route]}</p>
      )}
      <TextArea
        label="Note for the client"
        hint="Needed to decline"
        rows={3}
        maxLength={500}
        {...field("note")}
      />
      <div className="mt-6 flex flex-wrap gap-3">
        {lines.length > 0 && (
          <SubmitButton name="intent" value="approve">
            Approve and issue credit note
          </SubmitButton>
        )}
        <SubmitButton name="intent" value="decline" variant="danger">
          Decline
        </SubmitButton>
      </div>
    </AnsweredForm>
  );
}
