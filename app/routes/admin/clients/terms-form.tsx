import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, CountField, TextArea, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import {
  type ClientTerms,
  invoicePerText,
  poModeText,
  statementsLabel,
  type TermsAnswer,
  termsKindText,
  termsSeen,
  termsValues,
} from "#app/domain/customers/terms/client-terms.ts";
import { drawnField, writeDrawn } from "#app/lib/form/keep-theirs.ts";

interface TermsFormProps {
  terms: ClientTerms;
  answer: TermsAnswer | undefined;
  mayChange: boolean;
}

/** The form of a client's terms. */
export function TermsForm({ terms, answer, mayChange }: TermsFormProps) {
  const seen = answer?.values?.seen ?? termsSeen(terms);
  const drawn = answer?.values?.[drawnField] ?? writeDrawn(termsValues(terms));
  const values: Record<string, string> = answer?.values ?? termsValues(terms);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const options = (texts: Record<string, string>) =>
    Object.entries(texts).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ));
  return (
    <AnsweredForm
      answer={answer}
      // Reset the form if a colleague saved new values in the meantime.
      key={seen}
    >
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name={drawnField} value={drawn} />
      {!mayChange && <p className="mb-5 text-ink-soft">Only owners change terms.</p>}
      <fieldset disabled={!mayChange}>
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <SelectField label="Invoices are due" {...field("termsKind")} required>
            {options(termsKindText)}
          </SelectField>
          <CountField
            label="Days, or day of the month"
            hint="31 is the last day of a shorter month."
            {...field("termsDays")}
            required
          />
          <DecimalField
            label="Credit limit ($)"
            optional
            hint="Open invoices and orders together. Empty for no limit; with 0 every order waits."
            {...field("creditLimit")}
          />
          <CountField
            label="Days of grace"
            optional
            hint="Orders are held once an invoice is overdue for longer. Empty to hold none for that."
            {...field("graceDays")}
          />
          <DecimalField
            label="Minimum order ($)"
            optional
            hint="Instead of the shop’s. A day of delivery may ask for more."
            {...field("minOrder")}
          />
          <CountField
            label="Rank when something is short"
            optional
            hint="From 1, who goes first. Empty for after all with a number."
            {...field("packRank")}
          />
          <SelectField label="Invoices" {...field("invoicePer")} required>
            {options(invoicePerText)}
          </SelectField>
          <SelectField label="Purchase order number" {...field("poMode")} required>
            {options(poModeText)}
          </SelectField>
          <TextField
            label="Number for all orders"
            optional
            hint="Only if there is one for all."
            maxLength={100}
            autoComplete="off"
            {...field("poBlanket")}
          />
          <TextField
            label="Last day of that number"
            optional
            hint="From the day after, orders need a number of their own."
            type="date"
            {...field("poBlanketEndsOn")}
          />
          <TextField
            label="Name in the accounting program"
            optional
            hint="If it is not the company’s."
            maxLength={200}
            autoComplete="off"
            {...field("accountingName")}
          />
        </div>
        <Checkbox
          label={statementsLabel}
          name="wantsStatements"
          value="yes"
          defaultChecked={values.wantsStatements === "yes"}
          className="mt-4"
        />
        <div className="mt-6 border-t border-rule pt-4">
          <Checkbox
            label="Hold all new orders until staff release them"
            name="isHeld"
            value="yes"
            defaultChecked={values.isHeld === "yes"}
          />
          <TextArea
            label="Reason for the hold"
            optional
            hint="For the staff; the client does not see it."
            rows={2}
            maxLength={1000}
            {...field("holdNote")}
            className="mt-2"
          />
        </div>
      </fieldset>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      {mayChange && <SubmitButton className="mt-6">Save terms</SubmitButton>}
    </AnsweredForm>
  );
}
