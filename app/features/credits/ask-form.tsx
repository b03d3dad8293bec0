import type { ComponentProps } from "react";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import {
  askedReasons,
  type ClaimableLine,
  type CreditRoute,
  payoutText,
  reasonText,
  routeText,
} from "#app/domain/claims/credit.ts";
import { type PhotoAddress, PhotoField } from "#app/domain/pictures/photo-field.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface AskFormProps {
  lines: ClaimableLine[];
  requestId: string;
  answer: FormAnswer | undefined;
  cancelTo: string;
  /** Null where no photo can be uploaded. */
  photosTo: PhotoAddress | null;
  /** How a credit reaches its customer; shown as a field if the customer can choose. */
  route?: CreditRoute;
  submit: string;
}

/** Form to request a credit for one line of an order, by pounds or dollars. */
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

/** Field for how the credit of an order paid by card is paid out. */
export function PayoutField(props: Omit<ComponentProps<typeof SelectField>, "label">) {
  return (
    <SelectField
      label="If it is credited"
      {...props}
      options={Object.entries(payoutText).map(([value, text]) => [value, text])}
    />
  );
}
