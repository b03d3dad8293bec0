import { useId, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Button } from "../button.tsx";
import { useHydrated } from "../use-hydrated.ts";
import { answeredField, controlClass, TextArea } from "./field.tsx";

const unreached = "The file could not be sent. Please try again.";

/** Hidden field of the form with pasted rows. */
const paste = { name: "intent", value: "paste" };

interface FileOrRowsProps {
  label: string;
  accept: string;
  hint: string;
  rowsHint: string;
  /** Returns the URL to upload a file to; it answers with the page to go to, or a refusal. */
  addressOf: (name: string) => string;
  answer: Pick<FormAnswer, "values" | "errors" | "message"> | undefined;
}

type Upload = { isSending: boolean; message: string };

/**
 * Uploads a file of rows as soon as it is chosen. Rows can be pasted instead, even without
 * JavaScript; the page's action receives them as `rows`.
 */
export function FileOrRows(props: FileOrRowsProps) {
  const { label, accept, hint, rowsHint, addressOf, answer } = props;
  const [{ isSending, message }, setUpload] = useState<Upload>({ isSending: false, message: "" });
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { formData } = useNavigation();
  const field = useId();

  async function send(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (!file) return;
    setUpload({ isSending: true, message: `Reading ${file.name} …` });
    const { to, refused } = await sent(addressOf(file.name), file);
    // Allows choosing the same file again after correcting it.
    input.value = "";
    setUpload({ isSending: false, message: refused ?? "" });
    // The user may have left the page since.
    if (to && input.isConnected) await navigate(to);
  }

  return (
    <div className="max-w-2xl">
      {hydrated && (
        <div>
          <label htmlFor={field} className="mb-1.5 block text-sm font-semibold">
            {label}
          </label>
          <input
            id={field}
            type="file"
            accept={accept}
            disabled={isSending}
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
            {message || hint}
          </p>
        </div>
      )}
      <details className="mt-2" open={answer !== undefined || undefined}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          Paste the rows {hydrated ? "instead" : ""}
        </summary>
        <Form method="post" replace preventScrollReset className="grid gap-4 pt-1 pb-3">
          <input type="hidden" {...paste} />
          <TextArea
            label="Rows with their headings"
            hint={rowsHint}
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
            <Button
              type="submit"
              variant="secondary"
              pending={formData?.get(paste.name) === paste.value}
            >
              Read the rows
            </Button>
          </div>
        </Form>
      </details>
    </div>
  );
}

/** Returns the page with the result, or why the file was refused. */
async function sent(
  address: string,
  file: File,
): Promise<{ to: string; refused?: never } | { to?: never; refused: string }> {
  try {
    const response = await fetch(address, {
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
