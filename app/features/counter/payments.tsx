import { type ComponentProps, use, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm, onlyByButton, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, EmailField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useResultFocus } from "#app/components/page/use-result-focus.ts";
import {
  type Correction,
  correctionInWords,
  correctionsAmong,
} from "#app/domain/door/till/corrections.ts";
import { cashChoices, type OpenDrawer } from "#app/domain/door/till/open-drawer.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import type { TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { SendsMail, useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { tillMethods } from "#db/schema/values/tills.ts";
import { meatInWords, whyThisWay } from "./refund.ts";
import { Receipt } from "./till/receipt.tsx";

interface PaymentsProps {
  receipts: readonly TillReceipt[];
  onAccountOf: string | null;
  /** Open drawers, for staff who keep the books and so may correct what was counted. */
  drawers: readonly OpenDrawer[] | null;
  requestId: string;
  answer: FormAnswer | undefined;
}

/** Lists payments and refunds at tills, with a form to correct a payment's method. */
export function Payments({ receipts, onAccountOf, drawers, requestId, answer }: PaymentsProps) {
  // A correction takes a payment back; its form is then gone, or empty again.
  const takenBack = receipts.filter(({ isTakenBack }) => isTakenBack).length;
  const [before] = useState(takenBack);
  const heading = useResultFocus<HTMLHeadingElement>(takenBack > before ? String(takenBack) : null);
  const corrections = correctionsAmong(receipts);
  const standing = receipts.filter(({ cents, isTakenBack }) => cents > 0 && !isTakenBack);
  const wrong = standing.filter(({ countedAt }) => countedAt === null || drawers !== null);
  const counted = standing.find(({ countedAt }) => countedAt !== null);
  return (
    <section aria-label="Payments">
      <h2 ref={heading} tabIndex={-1} className="text-title">
        Payments
      </h2>
      {receipts.length === 0 ? (
        <p className="mt-3">
          {onAccountOf === null
            ? "Nothing was paid at a till."
            : `On the account of ${onAccountOf}.`}
        </p>
      ) : (
        <ul className="mt-3 border-t border-ink">
          {receipts.map((one) => (
            <li key={one.id} className="border-b border-rule py-2 tabular-nums">
              <ReceiptLine
                receipt={one}
                correction={corrections.find(({ receipt }) => receipt.id === one.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {wrong.length === 0 && counted?.countedAt && (
        <p className="mt-4 text-sm text-ink-soft">
          The drawer was counted on {formatDateTime(counted.countedAt)}, so the way of paying can’t
          be corrected here. If it was paid in another way, tell an owner or a bookkeeper.
        </p>
      )}
      {wrong.length > 0 && (
        // Closes after a correction, whatever other payments could be corrected.
        <details key={takenBack} className="mt-4">
          <summary className="link min-h-11 cursor-pointer content-center">
            It was paid in another way
          </summary>
          <WrongTender
            wrong={wrong}
            drawers={drawers ?? []}
            requestId={requestId}
            answer={answer}
          />
        </details>
      )}
    </section>
  );
}

interface ReceiptLineProps {
  receipt: TillReceipt;
  correction: Correction | undefined;
}

function ReceiptLine({ receipt, correction }: ReceiptLineProps) {
  const { cents, method, reference, takenAt, takenBy, isTakenBack, documentNumber, requestId } =
    receipt;
  const what = `${formatCents(Math.abs(cents))} ${tillMethodText[method].by}`;
  const when = `${formatDateTime(takenAt)}, by ${takenBy}`;
  return (
    <>
      <span className={isTakenBack ? "line-through" : "font-semibold"}>
        {cents < 0 ? `Given back: ${what}` : what}
      </span>
      <span className="block text-sm text-ink-soft">
        {reference && `${reference}, `}
        {when}
        {cents < 0 && documentNumber && `, credit note ${documentNumber}`}
      </span>
      {correction && (
        <span className="block text-sm break-words">{correctionInWords(correction)}</span>
      )}
      {cents < 0 && documentNumber && (
        <span className="block text-sm">{meatInWords(receipt.neverLeft)}</span>
      )}
      {receipt.otherwise && (
        <span className="block text-sm break-words text-ink-soft">
          {whyThisWay(receipt.otherwise)}
        </span>
      )}
      {cents < 0 && documentNumber && (
        <Link
          className="link inline-block min-h-11 content-center text-sm"
          to={`?refund=${requestId}`}
        >
          Refund slip<span className="sr-only"> {documentNumber}</span>
        </Link>
      )}
    </>
  );
}

/** Form to correct the method of one of these payments. */
export function WrongTender({
  wrong,
  drawers,
  requestId,
  answer,
}: {
  wrong: readonly TillReceipt[];
  drawers: readonly OpenDrawer[];
  requestId: string;
  answer: FormAnswer | undefined;
}) {
  const [ownId] = useState(requestId);
  const hasCountedCash = wrong.some(
    ({ countedAt, method }) => countedAt !== null && method === "cash",
  );
  return (
    <AnsweredForm answer={answer} onKeyDown={onlyByButton} className="mt-4 grid max-w-md gap-4">
      <input type="hidden" name="intent" value="tender" />
      <input type="hidden" name="requestId" value={ownId} />
      <SelectField label="Payment" required {...answeredField(answer, "receiptId")}>
        {wrong.map((one) => (
          <option key={one.id} value={one.id}>
            {formatCents(one.cents)} {tillMethodText[one.method].by}
          </option>
        ))}
      </SelectField>
      <SelectField label="It was paid by" required {...answeredField(answer, "method")}>
        {tillMethods.map((method) => (
          <option key={method} value={method}>
            {tillMethodText[method].title}
          </option>
        ))}
      </SelectField>
      {hasCountedCash && (
        <SelectField
          label="Where the cash is"
          hint="For cash that was counted with its drawer, whose report keeps its figures."
          {...answeredField(answer, "cash")}
          options={[["", "Choose"], ...cashChoices(drawers)]}
        />
      )}
      <TextField
        label="Why"
        required
        maxLength={500}
        autoComplete="off"
        {...answeredField(answer, "reason")}
      />
      <SubmitButton variant="secondary" className="justify-self-start">
        Correct the payment
      </SubmitButton>
    </AnsweredForm>
  );
}

/** The customer's receipt, to print or to mail. */
export function PrintedReceipt({
  answer,
  ...receipt
}: ComponentProps<typeof Receipt> & { answer: FormAnswer | undefined }) {
  return (
    <div className="grid gap-4">
      <Receipt {...receipt} />
      <Button
        variant="secondary"
        className="justify-self-start print:hidden"
        onClick={() => window.print()}
      >
        Print receipt
      </Button>
      <MailReceipt answer={answer} />
    </div>
  );
}

interface MailReceiptProps {
  answer: FormAnswer | undefined;
  /** The request id of the refund whose slip is mailed; without it, the receipt is. */
  refund?: string;
}

/** Form for the address to mail a receipt, or the slip of a refund, to. */
export function MailReceipt({ answer, refund }: MailReceiptProps) {
  const what = refund === undefined ? "receipt" : "refund slip";
  if (!use(SendsMail)) {
    return (
      <p className="text-ink-soft print:hidden">
        There is no mail server: emails become files that nobody gets, so the {what} can only be
        printed.
      </p>
    );
  }
  return (
    <AnsweredForm
      answer={answer}
      className="grid max-w-md gap-4 print:hidden"
      aria-label={`Email the ${what}`}
    >
      <input type="hidden" name="intent" value="mail" />
      {refund !== undefined && <input type="hidden" name="refund" value={refund} />}
      <EmailField
        label={`Email the ${what} to`}
        autoComplete="off"
        {...answeredField(answer, "to")}
        name="to"
      />
      <SubmitButton variant="secondary" className="justify-self-start">
        Send
      </SubmitButton>
    </AnsweredForm>
  );
}

/** Says where a receipt or slip that was just mailed has gone. */
export function MailedNotice({ what }: { what: "receipt" | "refund slip" }) {
  const ifMailed = useIfMailed();
  const isSent = use(SendsMail);
  return (
    <Notice
      tone={isSent ? "info" : "error"}
      title={ifMailed(`The ${what} is on its way.`, `The ${what} reaches nobody.`)}
      className="mt-6 max-w-2xl"
    >
      {isSent
        ? null
        : "There is no mail server: emails become files that nobody gets. Print it instead."}
    </Notice>
  );
}
