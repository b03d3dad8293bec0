import { useTyped } from "#app/components/form/use-typed.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { isTaxed, taxWithoutNumber } from "#app/content/taxes.ts";

interface TaxNumberWarningProps {
  /** Values of the surrounding form; only tax fields matter. */
  values: Partial<Record<string, string>>;
  hasTaxNumber: boolean;
}

/** Warns that charging tax requires a tax number; updates with the selection. */
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

/** Products have one such field, and zones one for each weekday. */
function isTaxCharged([name, value]: [string, string | undefined]): boolean {
  return /^(taxCode|feeTaxCode[1-7])$/.test(name) && isTaxed(value ?? "");
}
