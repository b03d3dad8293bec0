import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { pickRows } from "#app/features/fresh-sheet/fresh-sheet-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface SheetFieldsProps {
  /** The products sold now. */
  cuts: { id: string; name: string }[];
  /** The stored values. */
  values: Record<string, string>;
  answer: FormAnswer | undefined;
}

/** The fields of a fresh sheet, with empty rows at the end; saving adds more. */
export function SheetFields({ cuts, values: stored, answer }: SheetFieldsProps) {
  const values: Record<string, string> = { ...stored, ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const rows = Array.from({ length: pickRows(values) }, (_, index) => index + 1);
  return (
    <>
      <input type="hidden" name="version" value={values.version ?? "0"} />
      <TextArea label="A few words first" optional rows={3} maxLength={500} {...field("note")} />
      <ol className="mt-8 grid gap-y-6">
        {rows.map((row) => (
          <li key={row} className="grid gap-x-6 gap-y-4 border-t border-rule pt-4 sm:grid-cols-5">
            <SelectField label={`Cut ${row}`} className="sm:col-span-2" {...field(`cut${row}`)}>
              <option value="">None</option>
              {cuts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              label="What is good about it"
              optional
              maxLength={120}
              autoComplete="off"
              className="sm:col-span-3"
              {...field(`line${row}`)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
