import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { taxes } from "#app/content/taxes.ts";
import {
  type AccountingSettings,
  type AccountingSettingsAnswer,
  dateFormats,
  settingsFields,
  taxFields,
} from "#app/features/accounting/accounting-settings.ts";

interface BookNamesProps {
  settings: AccountingSettings;
  answer: AccountingSettingsAnswer | undefined;
}

/** Form for the names of items, accounts and taxes in the books, as the programs spell them. */
export function BookNames({ settings, answer }: BookNamesProps) {
  const values = answer?.values ?? settingsFields(settings);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm answer={answer}>
      <p className="mt-2 text-ink-soft">
        Spell them exactly as your program does. Batches made before keep theirs. What a client is
        called there stands on the client's page.
      </p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <SelectField label="Dates" {...field("dateFormat")} required>
          {dateFormats.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </SelectField>
        <TextField
          label="QuickBooks item for beef"
          hint="Empty: an item for each product, by its name"
          optional
          {...field("goodsItem")}
        />
        <TextField label="QuickBooks item for fees" {...field("feeItem")} required />
        <TextField label="Xero account for beef" {...field("goodsAccount")} required />
        <TextField label="Xero account for fees" {...field("feeAccount")} required />
      </div>
      <fieldset className="mt-6">
        <legend className="font-semibold">Names of the taxes</legend>
        <div className="mt-3 grid gap-5 sm:grid-cols-2">
          {taxFields().map((name) => {
            const [program = "", code = ""] = name.split(".");
            const { label } = taxes[code as keyof typeof taxes];
            const where = program === "xero" ? "Xero" : "QuickBooks";
            return (
              <TextField key={name} label={`${label} in ${where}`} {...field(name)} required />
            );
          })}
        </div>
      </fieldset>
      <SubmitButton intent="settings" className="mt-6">
        Save
      </SubmitButton>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </AnsweredForm>
  );
}
