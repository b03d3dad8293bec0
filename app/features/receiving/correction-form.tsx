import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, CountField, TextArea, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { correctionValues } from "#app/domain/receiving/correction-form.ts";
import { pricingLabels } from "#app/domain/receiving/money-words.ts";
import type { ReceiptAnswer } from "#app/domain/receiving/receipt-form.ts";
import type { Receipt } from "#app/domain/receiving/receiving.ts";
import { pricings } from "#db/schema/values/meat/receiving.ts";
import { ReceiptQuestions } from "./receipt-questions.tsx";

interface CorrectionFormProps {
  receipt: Receipt;
  answer: ReceiptAnswer | undefined;
  /** True if prices are entered. */
  hasMoney: boolean;
  /** True if boxes and pounds may be corrected. */
  mayCount: boolean;
  cancelTo: string;
}

/** Form for later corrections of a receipt, above all prices, which may arrive after the meat. */
export function CorrectionForm({
  receipt,
  answer,
  hasMoney,
  mayCount,
  cancelTo,
}: CorrectionFormProps) {
  const values: Record<string, string> = { ...correctionValues(receipt), ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm answer={answer} className="mt-8 max-w-4xl">
      <input type="hidden" name="version" value={values.version} />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          label="Their invoice number"
          {...field("invoiceNumber")}
          maxLength={60}
          autoComplete="off"
        />
        {hasMoney && (
          <DecimalField
            label="Freight ($)"
            hint="Shared by pounds; blank for none"
            {...field("freight")}
          />
        )}
      </div>
      <div className="mt-8 border-b border-ink">
        {receipt.lines.map(({ id, position, description, lotCode, isAccepted, pieces }) => (
          <fieldset key={id} className="border-t border-ink pt-4 pb-6">
            <legend className="float-left mb-3 text-lg font-semibold break-words">
              Line {position}: {description}
              {lotCode && `, lot ${lotCode}`}
              {!isAccepted && ", refused"}
            </legend>
            <div className="clear-both grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
              <TextField
                label="Boxes"
                inputMode="numeric"
                {...field(`boxes${position}`)}
                readOnly={!mayCount}
                maxLength={5}
                autoComplete="off"
              />
              <DecimalField label="Pounds" {...field(`lb${position}`)} readOnly={!mayCount} />
              {pieces !== null && (
                <CountField
                  label="Pieces"
                  {...field(`pieces${position}`)}
                  readOnly={!mayCount}
                  maxLength={6}
                />
              )}
              {hasMoney && (
                <>
                  <DecimalField label="Price ($)" {...field(`price${position}`)} />
                  <SelectField label="Price is" {...field(`pricedBy${position}`)}>
                    {pricings.map((pricing) => (
                      <option key={pricing} value={pricing}>
                        {pricingLabels[pricing]}
                      </option>
                    ))}
                  </SelectField>
                </>
              )}
              <DecimalField
                label="Invoiced (lb)"
                hint="If it differs"
                {...field(`invoicedLb${position}`)}
              />
              {hasMoney && (
                <DecimalField
                  label="Invoiced ($)"
                  hint="If it differs"
                  {...field(`invoiced${position}`)}
                />
              )}
            </div>
            {mayCount && receipt.lines.length > 1 && (
              <Checkbox
                name={`remove${position}`}
                value="yes"
                defaultChecked={values[`remove${position}`] === "yes"}
                label={
                  <>
                    Remove this line: it was entered by mistake
                    <span className="sr-only">, line {position}</span>
                  </>
                }
                className="mt-4"
              />
            )}
          </fieldset>
        ))}
      </div>
      <div className="mt-6 grid gap-5">
        {mayCount && (
          <TextField
            label="Why"
            hint="Needed where pounds or pieces are corrected or a line is removed: the lot and the stock follow"
            {...field("reason")}
            maxLength={300}
            autoComplete="off"
          />
        )}
        <TextArea label="Note" optional rows={2} {...field("note")} maxLength={2000} />
      </div>
      <ReceiptQuestions answer={answer} className="mt-6" />
      {answer?.message && !answer.asks && (
        <Notice tone="error" title={answer.message} className="mt-6" />
      )}
      {(answer?.errors?.isMeant || values.isMeant) && (
        <Checkbox
          name="isMeant"
          value="yes"
          defaultChecked={values.isMeant === "yes"}
          label="It is meant: less came than has gone of it"
          className="mt-4"
        />
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <SubmitButton>Save</SubmitButton>
        <ButtonLink to={cancelTo} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </AnsweredForm>
  );
}
