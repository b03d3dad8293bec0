import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { ruleRows, type ScanSettingsAnswer } from "#app/domain/packages/scan/scan-settings.ts";

interface OwnRulesProps {
  values: Record<string, string>;
  errors: ScanSettingsAnswer["errors"];
}

/** The shop's own layouts, tried before the usual ones. Saving adds two more rows. */
export function OwnRules({ values, errors }: OwnRulesProps) {
  const rows = Array.from({ length: ruleRows(values) }, (_, index) => index + 1);
  return (
    <section aria-labelledby="own-rules" className="mt-8">
      <h3 id="own-rules" className="font-semibold">
        Other layouts
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        Digits are counted from 1 to 13, the last being the check digit; a code of 12 digits counts
        with a 0 before it. These are tried first. Clear a row to take it out.
      </p>
      <div className="border-t border-ink">
        {rows.map((row) => (
          <Rule key={row} row={row} values={values} errors={errors} />
        ))}
      </div>
    </section>
  );
}

function Rule({ row, values, errors }: OwnRulesProps & { row: number }) {
  const field = (name: string) => ({
    ...answeredField({ values, errors }, `${name}${row}`),
    autoComplete: "off",
    inputMode: "numeric" as const,
    maxLength: 6,
  });
  const { inputMode: _, maxLength: __, ...kind } = field("kind");
  const mistake = errors?.[`checked${row}`]?.join(" ");
  return (
    <fieldset className="border-b border-rule py-4">
      <legend className="sr-only">Layout {row}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
        <TextField label="Begins with" {...field("prefix")} />
        <TextField label="Item from digit" {...field("itemFrom")} />
        <TextField label="Item digits" {...field("itemLength")} />
        <SelectField label="Then" {...kind}>
          <option value="kg">Weight in kg</option>
          <option value="lb">Weight in lb</option>
          <option value="price">Price</option>
        </SelectField>
        <TextField label="Value from digit" {...field("valueFrom")} />
        <TextField label="Value digits" {...field("valueLength")} />
        <TextField label="Decimals" {...field("decimals")} />
        <div>
          <Checkbox
            name={`checked${row}`}
            label="Check digit before the value"
            defaultChecked={Boolean(values[`checked${row}`])}
            className="sm:mt-5"
          />
          {mistake && <p className="text-sm font-semibold text-cancelled">{mistake}</p>}
        </div>
      </div>
    </fieldset>
  );
}
