import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { scanInWords } from "#app/domain/packages/scan/scan-in-words.ts";
import { checkScanSettings } from "#app/domain/packages/scan/scan-settings.ts";

interface TryCodeProps {
  /** The form with the settings to use, saved or not. */
  form: RefObject<HTMLFormElement | null>;
  code: string | undefined;
  /** The server's result, for browsers without JavaScript. */
  read: string | undefined;
  today: string;
}

/** Parses a code with the form's present settings. */
export function TryCode({ form, code, read, today }: TryCodeProps) {
  const isLive = useHydrated();
  const [words, setWords] = useState(read ?? "");

  const look = useEffectEvent(() => {
    if (!form.current) return;
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === "string") fields[name] = value;
    }
    if (!fields.code?.trim()) return setWords("");
    const { data: settings } = checkScanSettings(fields);
    if (!settings) return setWords("Save shows what is to be corrected above first.");
    setWords(scanInWords(parseScan(fields.code, { ...settings, today })));
  });

  useEffect(() => {
    const { current } = form;
    const onInput = () => look();
    current?.addEventListener("input", onInput);
    return () => current?.removeEventListener("input", onInput);
  }, [form]);

  return (
    <div className="mt-10 border border-rule-strong bg-paper-light p-4">
      <h2 className="text-title">Try a code</h2>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          label="Code"
          name="code"
          hint="Scan a label, or type its digits. Nothing is stored."
          defaultValue={code}
          autoComplete="off"
          spellCheck={false}
          maxLength={600}
          // A scanner sends Enter at the end, which would save.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
          className="min-w-0 grow"
        />
        {!isLive && (
          <Button type="submit" name="intent" value="try" variant="secondary">
            Try it
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 min-h-6 font-semibold break-words">
        {words}
      </p>
    </div>
  );
}
