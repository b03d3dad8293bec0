import { useTyped } from "#app/components/form/use-typed.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { isTaxed, taxWithoutNumber } from "#app/content/taxes.ts";

interface TaxNumberWarningProps {
  /** The fields of the form around it, of which those of taxes are looked at. */
  values: Partial<Record<string, string>>;
  /** Whether invoices can show a GST number. */
  hasTaxNumber: boolean;
}

/** Says in the form of something that is sold that its tax needs a number; follows what is chosen. */
export function TaxNumberWarning({ values, hasTaxNumber }: TaxNumberWarningProps) {
  const { mark, typed } = useTyped<HTMLDivElement>(values);
  const isWrong = !hasTaxNumber && Object.entries(typed).some(isTaxCharged);
  return (
    <div ref={mark} className={isWrong ? undefined : "hidden"}>
      {isWrong && (
        <Notice tone="error" title={`${taxWithoutNumber}.`}>
          The owner enters it in Settings, under Invoices and taxes.
        </Notice>
      )}
    </div>
  );
}

/** Products have one field of this, and zones one for each weekday. */
function isTaxCharged([name, value]: [string, string | undefined]): boolean {
  return /^(taxCode|feeTaxCode[1-7])$/.test(name) && isTaxed(value ?? "");
}
