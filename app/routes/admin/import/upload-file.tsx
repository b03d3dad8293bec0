import { useId, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { answeredField, controlClass, TextArea } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { ImportKind } from "#app/features/imports/kinds.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

const unreached = "The file could not be sent. Please try again.";

type Upload = { isSending: boolean; message: string };

/**
 * Sends a file as soon as it is chosen, as the body of a request of its own. Its rows can be pasted
 * instead, which needs no JavaScript.
 */
export function UploadFile({ kind, answer }: { kind: ImportKind; answer: FormAnswer | undefined }) {
  const [{ isSending, message }, setUpload] = useState<Upload>({ isSending: false, message: "" });
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { formMethod } = useNavigation();
  const field = useId();

  async function send(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (!file || isSending) return;
    setUpload({ isSending: true, message: `Reading ${file.name} …` });
    const { to, refused } = await sent(kind, file);
    // The same file can be chosen again, once it is corrected.
    input.value = "";
    setUpload({ isSending: false, message: refused ?? "" });
    if (to) await navigate(to);
  }

  return (
    <div className="max-w-2xl">
      {hydrated && (
        <div>
          <label htmlFor={field} className="mb-1.5 block text-sm font-semibold">
            CSV file or Excel workbook (.xlsx)
          </label>
          <input
            id={field}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            aria-describedby={`${field}-state`}
            aria-invalid={(!isSending && message !== "") || undefined}
            onChange={(event) => void send(event.currentTarget)}
            className={controlClass}
          />
          <p
            id={`${field}-state`}
            aria-live="polite"
            className={`mt-1.5 text-sm wrap-anywhere ${message && !isSending ? "font-semibold text-cancelled" : "text-ink-soft"}`}
          >
            {message ||
              "Up to 10 MB and 50,000 rows; of a workbook, the first sheet. Nothing is imported before you have seen what it would change."}
          </p>
        </div>
      )}
      <details className="mt-2" open={answer !== undefined || undefined}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          Paste the rows {hydrated ? "instead" : ""}
        </summary>
        <Form method="post" replace preventScrollReset className="grid gap-4 pt-1 pb-3">
          <TextArea
            label="Rows with their headings"
            hint="Copied from a spreadsheet, or as in a CSV file; some thousand rows at once"
            rows={6}
            spellCheck={false}
            required
            {...answeredField(answer, "rows")}
          />
          {answer?.message && (
            <p role="alert" className="font-semibold text-cancelled">
              {answer.message}
            </p>
          )}
          <div>
            <Button type="submit" variant="secondary" pending={formMethod === "POST"}>
              Read the rows
            </Button>
          </div>
        </Form>
      </details>
    </div>
  );
}

/** The page that tells what is in it, or why it was refused. */
async function sent(
  kind: ImportKind,
  file: File,
): Promise<{ to: string; refused?: never } | { to?: never; refused: string }> {
  try {
    const query = new URLSearchParams({ kind, name: file.name });
    const response = await fetch(`/api/import-files?${query}`, {
      method: "POST",
      body: file,
      headers: { "Content-Type": "application/octet-stream" },
    });
    const body: { to?: unknown; message?: unknown } = await response.json();
    if (typeof body.to === "string") return { to: body.to };
    return { refused: typeof body.message === "string" ? body.message : unreached };
  } catch {
    return { refused: unreached };
  }
}
