import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, CountField, TextField } from "#app/components/form/field.tsx";
import { QuestionsField } from "#app/components/form/questions-field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { cuttingQuestions, weighedInWords } from "#app/domain/cutting/cutting.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface CorrectOutputFormProps {
  outputs: readonly {
    lotId: string;
    code: string;
    productName: string;
    lb: string;
    /** Null if not kept in pieces. */
    pieces: number | null;
  }[];
  answer: FormAnswer | undefined;
  className: string;
}

/** Form to correct the weight, the pieces or the date of one of the sheet's outputs, with a reason. */
export function CorrectOutputForm({ outputs, answer, className }: CorrectOutputFormProps) {
  const field = (name: string) =>
    answeredField({ values: { ...answer?.values }, errors: answer?.errors }, name);
  const asksPieces = outputs.some(({ pieces }) => pieces !== null);
  return (
    <details open={answer !== undefined} className={className}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        Correct what came of it
      </summary>
      <AnsweredForm answer={answer} className="grid max-w-2xl gap-4 pb-4">
        <p className="text-ink-soft">
          The lot, the stock and the costs follow. It can’t be less than was used of it already.
        </p>
        <SelectField label="Result" {...field("lot")}>
          {outputs.map(({ lotId, code, productName, ...weighed }) => (
            <option key={lotId} value={lotId}>
              {code}, {productName}: {weighedInWords(weighed)}
            </option>
          ))}
        </SelectField>
        <DecimalField
          label="Weight (lb)"
          hint="Leave it empty if it is right"
          maxLength={9}
          {...field("lb")}
        />
        {asksPieces && (
          <CountField
            label="Pieces that came of it"
            hint="Only of what is kept in pieces, 0 for a remnant. Leave it empty if it is right"
            maxLength={5}
            inputClassName="max-w-28"
            {...field("pieces")}
          />
        )}
        <TextField
          label="Best before"
          type="date"
          hint="Leave it empty if it is right"
          inputClassName="max-w-48"
          {...field("expiresOn")}
        />
        <TextField
          label="Reason for the correction"
          required
          maxLength={300}
          autoComplete="off"
          {...field("correctReason")}
        />
        <QuestionsField questions={cuttingQuestions} answer={answer} />
        <p>
          <SubmitButton intent="correct-output" variant="secondary">
            Correct the sheet
          </SubmitButton>
        </p>
      </AnsweredForm>
    </details>
  );
}

interface ValueFormsProps {
  values: readonly { lotId: string; code: string; name: string; pricePerLb: string | null }[];
  isByValue: boolean;
  answer: FormAnswer | undefined;
}

/** Forms for the value per pound of outputs that aren't products; renders nothing without any. */
export function ValueForms({ values, isByValue, answer }: ValueFormsProps) {
  if (values.length === 0) return null;
  const unsaid = values.filter(({ pricePerLb }) => pricePerLb === null);
  return (
    <>
      {isByValue && unsaid.length > 0 && (
        <Notice
          className="mt-4"
          title={`${unsaid.map(({ name }) => name).join(", ")}: no value by the pound is given`}
        >
          It bears the average of all pounds, which makes trim dear and the cuts cheap. Give it the
          value that a pound of it has for you; later sheets take it for what has the same name.
        </Notice>
      )}
      {values.map(({ lotId, code, name, pricePerLb }) => {
        const own = answer?.values?.lot === lotId ? answer : undefined;
        const field = answeredField(
          { values: { value: pricePerLb ?? "", ...own?.values }, errors: own?.errors },
          "value",
        );
        return (
          <AnsweredForm
            key={`${lotId} ${pricePerLb}`}
            answer={own}
            className="mt-4 flex flex-wrap items-end gap-3"
          >
            <input type="hidden" name="lot" value={lotId} />
            <DecimalField
              label={`What a pound of ${name}, ${code}, is worth ($)`}
              maxLength={7}
              {...field}
            />
            <SubmitButton intent="value" variant="secondary">
              Keep the value
            </SubmitButton>
            {own?.message && <Notice tone="error" title={own.message} className="w-full" />}
          </AnsweredForm>
        );
      })}
    </>
  );
}
