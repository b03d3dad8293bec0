import type { ComponentProps } from "react";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import {
  askedReasons,
  type ClaimableLine,
  type CreditRoute,
  linesOfWholeOrder,
  payoutText,
  reasonText,
  routeText,
} from "#app/domain/claims/credit.ts";
import { alsoField, wholeOrder } from "#app/domain/claims/credit-form.ts";
import { type PhotoAddress, PhotoField } from "#app/domain/pictures/photo-field.tsx";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, formatDollars, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface AskFormProps {
  lines: ClaimableLine[];
  requestId: string;
  answer: FormAnswer | undefined;
  cancelTo: string;
  photosTo: PhotoAddress | null;
  /** How a credit is paid out; a field if the customer can choose. */
  route?: CreditRoute;
  submit: string;
}

/** Form to request a credit for lines of an order, by pounds or dollars, or for all of it. */
export function AskForm({
  lines,
  requestId,
  answer,
  cancelTo,
  photosTo,
  route = "account",
  submit,
}: AskFormProps) {
  const field = (name: string) => answeredField(answer, name);
  const whole = linesOfWholeOrder(lines);
  if (lines.length === 0) {
    return <p className="mt-8">All of this order is credited already.</p>;
  }
  return (
    <AnsweredForm answer={answer} className="mt-8 max-w-2xl">
      <input type="hidden" name="requestId" value={answer?.values?.requestId ?? requestId} />
      {answer?.message && <Notice tone="error" title={answer.message} className="mb-6" />}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <SelectField
          label="Product"
          {...field("item")}
          required
          className="sm:col-span-2"
          options={lines.map(({ itemId, productName, packedLb, amount }) => [
            itemId,
            `${productName}, ${formatLb(Number(packedLb))}, ${formatDollars(amount)}`,
          ])}
        >
          <option value="">Please choose</option>
          {whole.length > 1 && (
            <option value={wholeOrder}>
              All of the {whole.length < lines.length ? "oldest invoice" : "order"}: {whole.length}{" "}
              products, {formatCents(totalOf(whole))}
            </option>
          )}
        </SelectField>
        <SelectField
          label="What was wrong"
          {...field("reason")}
          required
          className="sm:col-span-2"
          options={askedReasons.map((reason) => [reason, reasonText[reason]])}
        >
          <option value="">Please choose</option>
        </SelectField>
        <DecimalField label="Pounds" hint="What was missing or cannot be used" {...field("lb")} />
        <DecimalField label="Or dollars" hint="If it is not about pounds" {...field("amount")} />
        {lines.length > 1 && <AlsoFields lines={lines} answer={answer} />}
        <TextArea
          label="Note"
          optional
          rows={3}
          maxLength={500}
          {...field("note")}
          className="sm:col-span-2"
        />
        {route === "choice" && <PayoutField {...field("payout")} className="sm:col-span-2" />}
        {(route === "card" || route === "hand") && (
          <p className="sm:col-span-2">{routeText[route]}</p>
        )}
        {photosTo && (
          <div className="sm:col-span-2">
            <PhotoField sendTo={photosTo} />
          </div>
        )}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <SecondaryLink to={cancelTo}>Cancel</SecondaryLink>
      </div>
    </AnsweredForm>
  );
}

const totalOf = (lines: readonly ClaimableLine[]) =>
  sumCents(lines, ({ amount }) => toCents(amount));

/** The order's other products, to tick those with the same problem. */
function AlsoFields({ lines, answer }: Pick<AskFormProps, "lines" | "answer">) {
  const isTicked = ({ itemId }: ClaimableLine) =>
    answer?.values?.[alsoField("also", itemId)] !== undefined;
  return (
    <details open={lines.some(isTicked)} className="border-y border-rule sm:col-span-2">
      <summary className="min-h-11 cursor-pointer content-center font-semibold hover:text-oxblood">
        More products with the same problem
      </summary>
      <ul className="pb-3">
        {lines.map((line) => (
          <AlsoField key={line.itemId} line={line} isTicked={isTicked(line)} answer={answer} />
        ))}
      </ul>
    </details>
  );
}

interface AlsoFieldProps {
  line: ClaimableLine;
  isTicked: boolean;
  answer: FormAnswer | undefined;
}

function AlsoField({ line, isTicked, answer }: AlsoFieldProps) {
  const { itemId, productName, packedLb, amount } = line;
  const name = alsoField("also", itemId);
  const error = answer?.errors?.[name];
  return (
    <li className="group">
      <Checkbox
        name={name}
        defaultChecked={isTicked}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${name}-error`}
        label={`${productName}, ${formatLb(Number(packedLb))}, ${formatDollars(amount)}`}
      />
      {error && (
        <p id={`${name}-error`} className="text-sm font-semibold text-cancelled">
          {error.join(" ")}
        </p>
      )}
      <div className="hidden gap-x-6 gap-y-3 pb-3 group-has-checked:grid sm:grid-cols-2 sm:pl-8">
        <DecimalField
          label={<HiddenName what="Pounds" name={productName} />}
          hint="Leave both empty for all of it"
          {...answeredField(answer, alsoField("lb", itemId))}
        />
        <DecimalField
          label={<HiddenName what="Or dollars" name={productName} />}
          {...answeredField(answer, alsoField("amount", itemId))}
        />
      </div>
    </li>
  );
}

/** A label for screen readers with the product's name, which the tick beside it shows. */
function HiddenName({ what, name }: { what: string; name: string }) {
  return (
    <>
      {what}
      <span className="sr-only"> of {name}</span>
    </>
  );
}

/** How the credit for an order paid by card is paid out. */
export function PayoutField(props: Omit<ComponentProps<typeof SelectField>, "label">) {
  return (
    <SelectField
      label="If it is credited"
      {...props}
      options={Object.entries(payoutText).map(([value, text]) => [value, text])}
    />
  );
}
