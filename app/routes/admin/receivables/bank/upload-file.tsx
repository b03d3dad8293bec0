import { useId, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { answeredField, controlClass, TextArea } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { RowAnswer } from "#app/features/receivables/bank/decide-form.ts";

const unreached = "The file could not be sent. Please try again.";

type Upload = { isSending: boolean; message: string };

/**
 * Sends a bank's file as soon as it is chosen, as the body of a request of its own. Its rows can be
 * pasted instead, which needs no JavaScript.
 */
export function UploadFile({ answer }: { answer: RowAnswer | undefined }) {
  const [{ isSending, message }, setUpload] = useState<Upload>({ isSending: false, message: "" });
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { formData } = useNavigation();
  const field = useId();

  async function send(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (!file || isSending) return;
    setUpload({ isSending: true, message: `Reading ${file.name} …` });
    const { to, refused } = await sent(file);
    // The same file can be chosen again.
    input.value = "";
    setUpload({ isSending: false, message: refused ?? "" });
    if (to) await navigate(to);
  }

  return (
    <section className="mt-8 max-w-2xl">
      {hydrated && (
        <div>
          <label htmlFor={field} className="mb-1.5 block text-sm font-semibold">
            CSV file of the bank
          </label>
          <input
            id={field}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-describedby={`${field}-state`}
            aria-invalid={(!isSending && message !== "") || undefined}
            onChange={(event) => void send(event.currentTarget)}
            className={controlClass}
          />
          <p
            id={`${field}-state`}
            aria-live="polite"
            className={`mt-1.5 text-sm ${message && !isSending ? "font-semibold text-cancelled" : "text-ink-soft"}`}
          >
            {message ||
              "Up to 5 MB and 20,000 rows, with a row of headings. Sending a file again adds nothing twice."}
          </p>
        </div>
      )}
      <details className="mt-2" open={answer !== undefined}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          Paste the rows {hydrated ? "instead" : ""}
        </summary>
        <Form method="post" replace preventScrollReset className="grid gap-4 pt-1 pb-3">
          <input type="hidden" name="deed" value="paste" />
          <TextArea
            label="Rows with their headings"
            hint="As in the CSV file, or copied from a spreadsheet"
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
            <Button type="submit" variant="secondary" pending={formData?.get("deed") === "paste"}>
              Read the rows
            </Button>
          </div>
        </Form>
      </details>
    </section>
  );
}

/** The page that tells what came of it, or why it was refused. */
async function sent(
  file: File,
): Promise<{ to: string; refused?: never } | { to?: never; refused: string }> {
  try {
    const response = await fetch(`/api/bank-files?${new URLSearchParams({ name: file.name })}`, {
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
