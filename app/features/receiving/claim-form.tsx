import { type FormEvent, useState } from "react";
import { buttonClass } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { ClaimSent, Receipt } from "#app/domain/receiving/receiving.ts";
import { type LotPreview, previewOf } from "#app/domain/receiving/settlement.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { type ClaimLetter, letterAddress, lineInWords } from "./claim-letter.ts";

/** Form for a claim against a supplier and their credit; nothing for users who can't see costs. */
export function ClaimForm({
  receipt,
  letter,
  supplierEmail,
  answer,
}: {
  receipt: Receipt;
  letter: ClaimLetter | null;
  supplierEmail: string | null;
  answer: FormAnswer | undefined;
}) {
  const { money, supplier, creditedAt, creditedNote, creditedBy, claimSent, version } = receipt;
  if (!money || (money.claimedCents === 0 && creditedAt === null)) {
    return answer?.message ? <Notice tone="error" title={answer.message} className="mt-6" /> : null;
  }
  const { claimedCents, creditedCents } = money;
  const left = claimedCents - (creditedCents ?? 0);
  return (
    <section aria-labelledby="claim" className="mt-10 max-w-2xl">
      <h2 id="claim" className="border-t border-ink pt-3 text-title">
        Claim on the supplier
      </h2>
      {creditedAt ? (
        <AnsweredForm answer={undefined} className="mt-3">
          <p className="break-words">
            {creditedCents === 0
              ? `The claim of ${formatCents(claimedCents)} was given up, `
              : `${formatCents(creditedCents ?? 0)} of ${formatCents(claimedCents)} credited, `}
            <Moment at={creditedAt} />
            {creditedBy && `, entered by ${creditedBy}`}
            {creditedNote && `: ${creditedNote}`}.
          </p>
          {claimSent && (
            <p className="break-words">
              <Sent sent={claimSent} />
            </p>
          )}
          {left > 0 && <p>The other {formatCents(left)} is part of what the lots cost.</p>}
          <input type="hidden" name="version" value={version} />
          <SubmitButton variant="secondary" name="intent" value="open" className="mt-4">
            Open the claim again
          </SubmitButton>
        </AnsweredForm>
      ) : (
        <>
          <p className="mt-3">
            You claim {formatCents(claimedCents)} back from {supplier}: they billed it for what came
            short, was refused or is priced wrong. Send them the claim, then enter what they
            credited of each line. What they do not credit of a line is added to what its lot costs;
            of a refused line, to what came with it, by pounds.
          </p>
          {letter && (
            <div className="mt-4">
              <Letter letter={letter} to={supplierEmail} />
            </div>
          )}
          <AnsweredForm answer={undefined} className="mt-6 grid gap-4">
            <p className="break-words">
              {claimSent ? (
                <>
                  <Sent sent={claimSent} /> No answer is entered yet.
                </>
              ) : (
                "Not sent yet."
              )}
            </p>
            <TextField
              label="Sent to whom, or how"
              optional
              name="sentHow"
              maxLength={200}
              autoComplete="off"
            />
            <div>
              <SubmitButton variant="secondary" name="intent" value="sent">
                {claimSent ? "Note that it was sent again" : "Note that it was sent"}
              </SubmitButton>
            </div>
          </AnsweredForm>
          <CreditForm receipt={receipt} answer={answer} />
        </>
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
    </section>
  );
}

/** Form for the credit of each claimed line, with the resulting costs of its lots. */
function CreditForm({ receipt, answer }: { receipt: Receipt; answer: FormAnswer | undefined }) {
  const claimed = receipt.lines.filter(({ money }) => (money?.claimedCents ?? 0) > 0);
  const values: Record<string, string> = {
    ...Object.fromEntries(
      claimed.map(({ position, money }) => [
        `credited${position}`,
        toDollars(money?.claimedCents ?? 0),
      ]),
    ),
    version: String(receipt.version),
    ...answer?.values,
  };
  const [typed, setTyped] = useState(values);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm
      answer={answer}
      className="mt-6 grid gap-4 border-t border-rule pt-6"
      onInput={({ target }: FormEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement) {
          const { name, value } = target;
          setTyped((now) => ({ ...now, [name]: value }));
        }
      }}
    >
      <input type="hidden" name="version" value={values.version} />
      {claimed.map((line) => {
        const of = <span className="sr-only"> of line {line.position}</span>;
        return (
          <fieldset key={line.id}>
            <legend className="mb-2 font-semibold break-words">{lineInWords(line)}</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              <DecimalField label={<>Credited ($){of}</>} {...field(`credited${line.position}`)} />
              <TextField
                label={<>Why less{of}</>}
                hint="Required if they credit less than you claim"
                {...field(`creditedReason${line.position}`)}
                maxLength={300}
                autoComplete="off"
              />
            </div>
          </fieldset>
        );
      })}
      <TextField
        label="Credit number"
        optional
        {...field("creditedNote")}
        maxLength={500}
        autoComplete="off"
      />
      <CostsThen of={previewOf(receipt, typed)} />
      <div>
        <SubmitButton variant="secondary" name="intent" value="settle">
          Settle the claim
        </SubmitButton>
      </div>
    </AnsweredForm>
  );
}

/** What a pound of each lot costs now, and will once the credits are stored. */
function CostsThen({ of: lots }: { of: LotPreview[] }) {
  if (lots.length === 0) return null;
  return (
    <section aria-label="Cost of the lots" aria-live="polite">
      <p className="text-sm text-ink-soft">What a pound costs once this is saved</p>
      <ul>
        {lots.map(({ lotId, code, description, before, after }) => (
          <li key={lotId} className="break-words tabular-nums">
            {description}, lot {code}:{" "}
            {before === after ? (
              `${before}, as now`
            ) : (
              <>
                <strong>{after}</strong>, now {before}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sent({ sent: { at, by, how } }: { sent: ClaimSent }) {
  return (
    <>
      Sent on <Moment at={at} />
      {by && ` by ${by}`}
      {how && `: ${how}`}.
    </>
  );
}

/** The claim as text, to copy or to open in a mail program. */
function Letter({ letter, to }: { letter: ClaimLetter; to: string | null }) {
  return (
    <div>
      <TextArea
        label="The claim as a letter"
        readOnly
        rows={9}
        value={`${letter.subject}\n\n${letter.text}`}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <a
        href={letterAddress(letter, to)}
        className={buttonClass({ variant: "secondary", className: "mt-3" })}
      >
        {to ? `Email it to ${to}` : "Open it as an email"}
      </a>
    </div>
  );
}
