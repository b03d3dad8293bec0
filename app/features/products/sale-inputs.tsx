import type { ReactNode } from "react";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { CountField } from "#app/components/form/field.tsx";
import { useTyped } from "#app/components/form/use-typed.ts";
import { taxes } from "#app/content/taxes.ts";
import { Group, TickField } from "./form-parts.tsx";
import { saleExample } from "./sale-example.ts";
import { TaxNumberWarning } from "./tax-number-warning.tsx";

interface InputsProps {
  values: Partial<Record<string, string>>;
  field: (name: string) => { name: string; defaultValue?: string; error?: string[] };
}

/** Price, unit and tolerance, with what an order would cost. */
export function SaleInputs({
  values,
  field,
  shopOverCapPct,
}: InputsProps & {
  /** Default tolerance, for products without their own. */
  shopOverCapPct: number;
}) {
  return (
    <Group title="How it is sold">
      <Columns>
        <SelectField label="Sold by" {...field("soldBy")}>
          <option value="lb">The pound</option>
          <option value="piece">The piece</option>
        </SelectField>
        <DecimalField
          label="Price per lb"
          hint="In dollars, such as 24.99"
          {...field("pricePerLb")}
          required
        />
        <DecimalField
          label="Typical piece (lb)"
          hint="What one piece weighs, such as 1.25. Required if it is sold by the piece."
          {...field("typicalPieceLb")}
        />
        <DecimalField
          label="Order step (lb)"
          hint="Orders by the pound are a multiple of this, such as 0.5."
          {...field("orderStepLb")}
        />
        <CountField
          label="Tolerance (%)"
          hint={`How much more than ordered may be packed and charged. Leave it empty for the shop's ${shopOverCapPct}%.`}
          {...field("overCapPct")}
          className="sm:col-span-2"
        />
      </Columns>
      <SaleExample values={values} shopOverCapPct={shopOverCapPct} />
    </Group>
  );
}

/** Fields for scales, labels and invoices. */
export function PackingInputs({
  field,
  values,
  hasTaxNumber,
}: InputsProps & {
  hasTaxNumber: boolean;
}) {
  const traced = field("isTraced");
  return (
    <Group title="Packing and labels">
      <Columns>
        <CountField
          label="Item number"
          hint="The number that your scale prints on its labels (PLU)"
          {...field("itemNumber")}
          optional
        />
        <CountField
          label="Packaging (g)"
          hint="Taken off each package that is weighed, such as 15 for a vacuum bag"
          {...field("tareG")}
        />
        <CountField
          label="GTIN"
          hint="The number below a printed bar code: 8, 12, 13 or 14 digits"
          {...field("gtin")}
          optional
          className="sm:col-span-2"
        />
        <SelectField label="Storage" {...field("storage")}>
          <option value="refrigerated">Refrigerated</option>
          <option value="frozen">Frozen</option>
        </SelectField>
        <SelectField
          label="Tax"
          {...field("taxCode")}
          options={Object.entries(taxes).map(([code, { label }]) => [code, label])}
        />
      </Columns>
      <TaxNumberWarning values={values} hasTaxNumber={hasTaxNumber} />
      <TickField
        label="Traced: each package needs a lot"
        name="isTraced"
        isTicked={values.isTraced !== undefined}
        error={traced.error}
      />
    </Group>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 sm:grid-cols-2">{children}</div>;
}

/** What an order costs, updated while typing (without JavaScript, by the initial values). */
function SaleExample({
  values,
  shopOverCapPct,
}: Pick<InputsProps, "values"> & { shopOverCapPct: number }) {
  const { mark, typed } = useTyped<HTMLParagraphElement>(values);
  const example = saleExample(typed, shopOverCapPct);
  return (
    <p ref={mark} className="bg-paper-deep px-4 py-3 text-[0.9375rem] tabular-nums">
      <span className="block text-sm text-ink-soft">Example</span>
      {example ?? "A price and, for pieces, a typical weight make an example."}
    </p>
  );
}
