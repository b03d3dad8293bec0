import { useEffect, useState } from "react";
import { Button } from "../button.tsx";
import { TextField } from "./field.tsx";

/** A link to hand to somebody, with a button that copies it. */
export function LinkToCopy({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timeout = setTimeout(() => setCopied(false), 3_000);
    return () => clearTimeout(timeout);
  }, [isCopied]);

  async function copy() {
    // Missing on plain HTTP, where the field can be copied by hand.
    await navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    );
  }

  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <TextField
        label="Link"
        hideLabel
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-0 grow basis-48"
      />
      <Button variant="secondary" onClick={copy} className="needs-script">
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </div>
  );
}
