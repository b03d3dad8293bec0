import type { RefObject } from "react";
import { TextField } from "#app/components/form/field.tsx";
import { useScanner } from "#app/components/use-scanner.ts";

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>;
  said: { tone: "success" | "error"; text: string } | null;
  onScan: (text: string) => void;
}

/** Field for scanned carton codes, which end with Enter; scans elsewhere on the page count too. */
export function ScanField({ field, said, onScan }: ScanFieldProps) {
  useScanner(field, onScan);
  return (
    <div className="mt-4 max-w-2xl">
      <TextField
        ref={field}
        label="Scan a carton"
        hint="Its code says the product, lot, weight and date. Or type below what came."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter doesn't submit the form.
          event.preventDefault();
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          if (value.trim() !== "") onScan(value);
        }}
      />
      <p
        role="status"
        className={
          said?.tone === "error" ? "mt-2 font-semibold text-cancelled" : "mt-2 font-semibold"
        }
      >
        {said?.text}
      </p>
    </div>
  );
}
