import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { UnusedCredit } from "#app/domain/ledger/account.ts";
import type { BookAnswer } from "#app/domain/ledger/book-form.ts";
import { entryInWords, methodsByHand, methodText } from "#app/domain/ledger/ledger-entry.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

export function UnusedCredits({ credits, canUse }: { credits: UnusedCredit[]; canUse: boolean }) {
  return (
    <Table
      label="Unapplied"
      columns={[
        "Item",
        { head: "Date", className: "hidden sm:table-cell" },
        { head: "Left", numeric: true },
        canUse && { head: "Use", isHeadHidden: true, className: "print:hidden" },
      ]}
    >
      {credits.map((credit) => (
        <tr key={credit.entryId}>
          <Th scope="row">
            {entryInWords({ ...credit, cents: -credit.openCents, isReversal: false })}
            <span className="block text-sm font-normal text-ink-soft sm:hidden">
              {formatFullDay(credit.occurredOn)}
            </span>
          </Th>
          <Td className="hidden whitespace-nowrap sm:table-cell">
            {formatFullDay(credit.occurredOn)}
          </Td>
          <Td numeric className="font-semibold">
            {formatCents(credit.openCents)}
          </Td>
          {canUse && (
            <Td className="py-1.5! text-right print:hidden">
              {credit.isReserved ? (
                <span className="text-sm text-ink-soft">Waits for its order</span>
              ) : (
                <Form method="post" replace preventScrollReset>
                  <input type="hidden" name="intent" value="use" />
                  <SubmitButton
                    name="creditId"
                    value={credit.entryId}
                    size="sm"
                    variant="secondary"
                  >
                    Settle the oldest<span className="sr-only"> with it</span>
                  </SubmitButton>
                </Form>
              )}
            </Td>
          )}
        </tr>
      ))}
    </Table>
  );
}

interface CorrectionsProps {
  creditCents: number;
  today: string;
  requestIds: { correction: string; refund: string };
  answer: BookAnswer | undefined;
  className: string;
}

/** Rarely used forms: charges and credits without a document, and refunds. */
export function Corrections({
  creditCents,
  today,
  requestIds,
  answer,
  className,
}: CorrectionsProps) {
  const own = answer?.intent;
  const isCorrection = own === "charge" || own === "credit";
  return (
    <section className={className}>
      <h2 className="mb-4 text-title">Corrections</h2>
      <details open={isCorrection} className="border-t border-ink">
        <summary className="min-h-11 cursor-pointer py-3 font-semibold hover:text-oxblood">
          Charge or credit without a document
        </summary>
        <CorrectionForm
          requestId={requestIds.correction}
          answer={isCorrection ? answer : undefined}
        />
      </details>
      {(creditCents > 0 || own === "refund") && (
        <details open={own === "refund"} className="border-t border-rule">
          <summary className="min-h-11 cursor-pointer py-3 font-semibold hover:text-oxblood">
            Pay back credit
          </summary>
          <RefundForm
            requestId={requestIds.refund}
            creditCents={creditCents}
            today={today}
            answer={own === "refund" ? answer : undefined}
          />
        </details>
      )}
      <div className="border-t border-rule" />
    </section>
  );
}

interface FormProps {
  requestId: string;
  answer: BookAnswer | undefined;
}

function CorrectionForm({ requestId, answer }: FormProps) {
  const { formData } = useNavigation();
  const [ownId] = useState(requestId);
  const field = (name: string) => answeredField(answer, name);
  return (
    <Form method="post" replace preventScrollReset className="max-w-4xl pb-6">
      <input type="hidden" name="requestId" value={ownId} />
      <p className="mb-4 text-ink-soft">
        A charge is due at once; a credit can settle any invoice. For goods, issue a credit note or
        an invoice instead: those are documents for your books.
      </p>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-4">
        <SelectField
          label="Type"
          name="intent"
          defaultValue={answer?.intent === "credit" ? "credit" : "charge"}
        >
          <option value="charge">Charge</option>
          <option value="credit">Credit</option>
        </SelectField>
        <DecimalField label="Amount ($)" required {...field("amount")} />
        <TextField
          label="Why"
          hint="The client reads it on the statement."
          maxLength={1000}
          autoComplete="off"
          required
          {...field("note")}
          className="sm:col-span-2"
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        pending={/^(charge|credit)$/.test(String(formData?.get("intent")))}
        className="mt-5"
      >
        Record the correction
      </Button>
    </Form>
  );
}

function RefundForm({
  requestId,
  answer,
  creditCents,
  today,
}: FormProps & { creditCents: number; today: string }) {
  const [ownId] = useState(requestId);
  const values = { paidOn: today, method: "etransfer", ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <Form method="post" replace preventScrollReset className="max-w-4xl pb-6">
      <input type="hidden" name="requestId" value={ownId} />
      <p className="mb-4 text-ink-soft">
        Records what you have paid back: at most {formatCents(creditCents)}.
      </p>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <DecimalField label="Amount ($)" required {...field("amount")} />
        <SelectField
          label="Paid by"
          {...field("method")}
          options={methodsByHand.map((method) => [method, methodText[method]])}
        />
        <TextField label="Paid" type="date" max={today} required {...field("paidOn")} />
        <TextField
          label="Reference"
          optional
          maxLength={100}
          autoComplete="off"
          {...field("reference")}
        />
      </div>
      <SubmitButton intent="refund" variant="secondary" className="mt-5">
        Record the refund
      </SubmitButton>
    </Form>
  );
}
