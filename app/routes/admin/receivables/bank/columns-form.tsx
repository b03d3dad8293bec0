import { useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Table, Td } from "#app/components/table.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { messageField, type ReadRow } from "#app/features/collecting/bank/columns.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { dateFormats, dateFormatText } from "#app/lib/spreadsheets/typed-cells.ts";

interface ColumnsFormProps {
  head: string[];
  samples: string[][];
  fields: Record<string, string>;
  preview: ReadRow[] | null;
  errors: FormAnswer["errors"] | undefined;
  isRead: boolean;
  answer: FormAnswer | undefined;
}

/** Form for a bank's columns, with the first rows as parsed, updated with each choice. */
export function ColumnsForm(props: ColumnsFormProps) {
  const { head, samples, fields, preview, errors, isRead, answer } = props;
  const hydrated = useHydrated();
  const submit = useSubmit();
  const values = answer?.values ?? fields;
  const [kind, setKind] = useState(values.kind);
  const field = (name: string) => answeredField({ values, errors: answer?.errors ?? errors }, name);
  const columns = head.map((name, index) => ({
    index,
    label: `${name || `Column ${index + 1}`}${sampleOf(samples, index)}`,
  }));
  const options = (none: string) => [
    <option key="" value="">
      {none}
    </option>,
    ...columns.map(({ index, label }) => (
      <option key={index} value={index}>
        {label}
      </option>
    )),
  ];
  return (
    <AnsweredForm
      answer={answer}
      onChange={(event) =>
        void submit(event.currentTarget, { method: "get", replace: true, preventScrollReset: true })
      }
      className="mt-5 grid max-w-4xl gap-6"
    >
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <SelectField label="Day" required {...field("date")}>
          {options("Choose a column")}
        </SelectField>
        <SelectField
          label="Date format"
          required
          {...field("dateFormat")}
          options={dateFormats.map((format) => [format, dateFormatText[format]])}
        >
          <option value="">Choose a format</option>
        </SelectField>
      </div>
      <fieldset>
        <legend className="text-sm font-semibold">Amounts</legend>
        <div className="mt-1 flex flex-wrap gap-x-8">
          {Object.entries(kinds).map(([value, label]) => (
            <label key={value} className="inline-flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="kind"
                value={value}
                defaultChecked={value === values.kind}
                onChange={() => setKind(value)}
                className="size-5 shrink-0 accent-oxblood"
              />
              {label}
            </label>
          ))}
        </div>
        <div className="mt-3 grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {(!hydrated || kind !== "separate") && (
            <SelectField label="Amount" hint="Money received is positive" {...field("amount")}>
              {options("Choose a column")}
            </SelectField>
          )}
          {(!hydrated || kind === "separate") && (
            <>
              <SelectField label="Came in" {...field("credit")}>
                {options("Choose a column")}
              </SelectField>
              <SelectField label="Went out" optional {...field("debit")}>
                {options("Not in this file")}
              </SelectField>
            </>
          )}
        </div>
      </fieldset>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <SelectField
          label="Sender"
          optional
          hint="We'll suggest the same client next time"
          {...field("sender")}
        >
          {options("Not in this file")}
        </SelectField>
        <fieldset>
          <legend className="text-sm font-semibold">
            Message<span className="font-normal text-ink-soft"> (where invoice numbers are)</span>
          </legend>
          <div className="mt-1 grid">
            {columns.map(({ index, label }) => (
              <Checkbox
                key={index}
                name={messageField(index)}
                label={<span className="wrap-anywhere">{label}</span>}
                defaultChecked={messageField(index) in values}
              />
            ))}
          </div>
        </fieldset>
      </div>
      <div>
        <h3 className="mb-3 font-display font-semibold">How the rows are read</h3>
        {preview ? (
          <Preview rows={preview} />
        ) : (
          <p role="status" className="border-y border-rule py-4 text-ink-soft">
            Choose the columns with the day and the amount, and how days are written.
          </p>
        )}
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{isRead ? "Save the columns" : "Read the file"}</SubmitButton>
        {!hydrated && (
          <Button type="submit" variant="secondary" formMethod="get">
            Show how the rows are read
          </Button>
        )}
      </div>
    </AnsweredForm>
  );
}

const kinds = {
  signed: "One column, with a sign",
  separate: "Columns for what came in and went out",
};

function sampleOf(samples: string[][], index: number): string {
  const sample = samples.map((cells) => cells[index]?.trim()).find(Boolean);
  if (!sample) return "";
  return `: ${sample.length > 24 ? `${sample.slice(0, 24)}…` : sample}`;
}

function Preview({ rows }: { rows: ReadRow[] }) {
  return (
    <Table
      label="How the rows are read"
      columns={["Day", { head: "Amount", numeric: true }, "Sender and message"]}
    >
      {rows.map((row, index) => (
        // Nothing else tells equal rows apart, and none moves.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <tr key={index}>
          {row.is === "incoming" ? (
            <>
              <Td className="whitespace-nowrap">{formatFullDay(row.occurredOn)}</Td>
              <Td numeric>{formatCents(row.cents)}</Td>
              <Td className="w-full wrap-anywhere">
                {row.sender && <span className="block font-semibold">{row.sender}</span>}
                <span className="text-ink-soft">{row.message}</span>
              </Td>
            </>
          ) : (
            <Td colSpan={3} className={row.is === "refused" ? "text-cancelled" : "text-ink-soft"}>
              {row.is === "refused" ? row.problem : "Outgoing: left out"}
            </Td>
          )}
        </tr>
      ))}
    </Table>
  );
}
