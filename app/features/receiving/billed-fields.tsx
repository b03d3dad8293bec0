import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { pricingLabels } from "#app/domain/receiving/receipt-costs.ts";
import { pricings } from "#db/schema/values/meat/receiving.ts";

interface FieldProps {
  name: string;
  value?: string;
  defaultValue?: string | undefined;
  error: string | string[] | undefined;
  onChange?: (event: { currentTarget: { value: string } }) => void;
}

interface BilledFieldsProps {
  field: (of: "price" | "pricedBy" | "invoicedLb" | "invoiced") => FieldProps;
  /** True if the goods were refused; they are only claimed if the supplier billed them. */
  isRefused: boolean;
  hasMoney: boolean;
  /** True if the billed pounds may be typed as boxes, which only a new line counts. */
  inBoxes?: boolean;
  className?: string;
}

/** Fields for the price of a received line and what the supplier billed, also in a correction. */
export function BilledFields({
  field,
  isRefused,
  hasMoney,
  inBoxes = false,
  className,
}: BilledFieldsProps) {
  const pounds = {
    label: "Invoiced (lb)",
    className,
    ...field("invoicedLb"),
    hint: isRefused
      ? "If they billed it; 0 if not"
      : `If it differs${inBoxes ? "; or as 5 boxes" : ""}`,
  };
  return (
    <>
      {hasMoney && (
        <>
          <DecimalField label="Price ($)" {...field("price")} className={className} />
          <SelectField label="Price is" {...field("pricedBy")} className={className}>
            {pricings.map((pricing) => (
              <option key={pricing} value={pricing}>
                {pricingLabels[pricing]}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {inBoxes ? (
        <TextField {...pounds} maxLength={20} autoComplete="off" />
      ) : (
        <DecimalField {...pounds} />
      )}
      {hasMoney && (
        <DecimalField
          label="Invoiced ($)"
          hint={isRefused ? "If they billed it" : "If it differs"}
          {...field("invoiced")}
          className={className}
        />
      )}
    </>
  );
}
