import { useState } from "react";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { taxCodes, taxes } from "#app/content/taxes.ts";
import {
  type BilledBefore,
  type DebitAnswer,
  type DebitPreview,
  debitField,
  debitRows,
  maxDescription,
} from "#app/domain/documents/debits/debit-form.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

interface DebitFormProps {
  lines: BilledBefore[];
  requestId: string;
  answer: DebitAnswer | undefined;
}

export function DebitForm({ lines, requestId, answer: latest }: DebitFormProps) {
  // The router drops the answer when the page's data reloads.
  const [answer, setAnswer] = useState(latest);
  if (latest && latest !== answer) setAnswer(latest);
  const [ownId] = useState(requestId);
  const preview = answer?.preview;
  return (
    <AnsweredForm answer={answer} className="mt-8 max-w-4xl">
      <input type="hidden" name="requestId" value={answer?.values?.requestId ?? ownId} />
      {answer?.message && <Notice tone="error" title={answer.message} className="mb-6" />}
      <TextField
        label="Why"
        hint="Shown to the client on the invoice and in the email"
        maxLength={300}
        autoComplete="off"
        required
        {...answeredField(answer, "reason")}
      />
      <DebitRow row={0} lines={lines} answer={answer} />
      <details open={hasMore(answer)} className="mt-8 border-t border-rule">
        <summary className="min-h-11 cursor-pointer py-3 font-semibold hover:text-oxblood">
          More lines
        </summary>
        {debitRows.slice(1).map((row) => (
          <DebitRow key={row} row={row} lines={lines} answer={answer} />
        ))}
      </details>
      {preview && <Preview preview={preview} />}
      <div className="mt-8 flex flex-wrap gap-3">
        {/* First, so that Enter in a field requests the preview. */}
        <SubmitButton intent="preview" variant={preview ? "secondary" : "primary"}>
          Preview
        </SubmitButton>
        {preview && (
          <>
            <input type="hidden" name="seen" value={preview.totalCents} />
            <SubmitButton intent="issue" className="order-first">
              Issue the invoice
            </SubmitButton>
          </>
        )}
        <SecondaryLink to="/admin/invoices">Cancel</SecondaryLink>
      </div>
    </AnsweredForm>
  );
}

function hasMore(answer: DebitAnswer | undefined): boolean {
  return Object.entries(answer?.values ?? {}).some(
    ([name, value]) => /-[1-9]$/.test(name) && value.trim() !== "",
  );
}

interface DebitRowProps extends Pick<DebitFormProps, "lines" | "answer"> {
  row: number;
}

function DebitRow({ row, lines, answer }: DebitRowProps) {
  const field = (name: Parameters<typeof debitField>[0]) =>
    answeredField(answer, debitField(name, row));
  return (
    <fieldset className="mt-8 border-t border-rule pt-4">
      <legend className="float-left w-full pb-3 font-semibold">Line {row + 1}</legend>
      <div className="clear-both grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-6">
        <SelectField
          label="About"
          {...field("about")}
          className="col-span-2 sm:col-span-3"
          options={lines.map((line) => [
            line.position,
            `${line.description}, ${billedInWords(line)}`,
          ])}
        >
          <option value="">Something else</option>
        </SelectField>
        <TextField
          label="Description"
          hint="Empty: as on the line it is about"
          maxLength={maxDescription}
          autoComplete="off"
          {...field("description")}
          className="col-span-2 sm:col-span-3"
        />
        <DecimalField label="Pounds" {...field("lb")} />
        <DecimalField label="$/lb" {...field("price")} />
        <DecimalField label="Or amount ($)" {...field("amount")} className="col-span-2" />
        <SelectField
          label="Tax"
          {...field("tax")}
          className="col-span-2"
          options={taxCodes.map((code) => [code, taxes[code].label])}
        >
          <option value="">As on that line</option>
        </SelectField>
      </div>
    </fieldset>
  );
}

function billedInWords({ unit, packed, unitPrice, amount }: Omit<BilledBefore, "position">) {
  if (unit === "each") return formatDollars(amount);
  return `${formatLb(Number(packed))} × ${formatPricePerLb(toCents(unitPrice))}`;
}

function Preview({ preview: { lines, taxes, totalCents } }: { preview: DebitPreview }) {
  return (
    <section className="mt-10" aria-live="polite">
      <h2 className="mb-4 text-title">The new invoice</h2>
      <Table label="The new invoice" columns={["Item", { head: "Amount", numeric: true }]}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same.
          <tr key={index}>
            <Th scope="row" className="wrap-anywhere">
              {line.description}
              {line.unit === "lb" && (
                <span className="block text-sm font-normal text-ink-soft">
                  {billedInWords(line)}
                </span>
              )}
            </Th>
            <Td numeric>{formatDollars(line.amount)}</Td>
          </tr>
        ))}
        {taxes.map(({ label, cents }) => (
          <tr key={label}>
            <Th scope="row" className="font-normal!">
              {label}
            </Th>
            <Td numeric>{formatCents(cents)}</Td>
          </tr>
        ))}
        <tr>
          <Th scope="row">Total</Th>
          <Td numeric className="font-semibold">
            {formatCents(totalCents)}
          </Td>
        </tr>
      </Table>
    </section>
  );
}
