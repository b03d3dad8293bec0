import { useEffect, useEffectEvent, useId, useState } from "react";
import { useRevalidator } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { controlClass } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { maxPapers, type ReceiptPaper } from "#app/domain/receiving/receiving.ts";
import { takeWaitingPapers } from "./waiting-papers.ts";

interface ReceiptPapersProps {
  papers: readonly ReceiptPaper[] | null;
  /** URL of the paper with this id, also to upload it. */
  at: (paperId: string) => string;
  /** True right after receiving, when papers chosen in the form are uploaded. */
  isNew: boolean;
}

/** A receipt's papers: the supplier's invoice, packing list, thermometer picture. */
export function ReceiptPapers({ papers, at, isNew }: ReceiptPapersProps) {
  return (
    <section aria-labelledby="papers" className="mt-10 max-w-2xl print:hidden">
      <h2 id="papers" className="border-t border-ink pt-3 text-title">
        Papers
      </h2>
      {papers === null ? (
        <p className="mt-2">The papers could not be loaded. Please reload the page.</p>
      ) : (
        <>
          <p className="mt-2 text-ink-soft">
            The supplier’s invoice or packing list, as photos or PDF, up to {maxPapers}.
          </p>
          <ul className="mt-4 border-t border-ink empty:hidden">
            {papers.map(({ id, isPdf, addedAt, addedBy }, index) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-2"
              >
                <span>
                  <a href={at(id)} className="link font-semibold" download={isPdf || undefined}>
                    Paper {index + 1}, {isPdf ? "PDF" : "photo"}
                  </a>
                  <span className="block text-sm text-ink-soft">
                    <Moment at={addedAt} /> {addedBy && `by ${addedBy}`}
                  </span>
                </span>
                <AnsweredForm answer={undefined}>
                  <SubmitButton
                    variant="quiet"
                    size="sm"
                    name="removedPaper"
                    value={id}
                    aria-label={`Remove paper ${index + 1}`}
                  >
                    Remove
                  </SubmitButton>
                </AnsweredForm>
              </li>
            ))}
          </ul>
          {papers.length < maxPapers && <AddPaper at={at} isNew={isNew} />}
        </>
      )}
    </section>
  );
}

function AddPaper({ at, isNew }: Pick<ReceiptPapersProps, "at" | "isNew">) {
  const [said, setSaid] = useState<{ isWrong: boolean; text: string } | null>(null);
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const field = useId();
  const sendWaiting = useEffectEvent(async () => {
    for (const file of takeWaitingPapers()) await sendFile(file);
  });
  useEffect(() => {
    if (isNew) void sendWaiting();
  }, [isNew]);
  if (!hydrated) {
    return (
      <noscript>
        <p className="mt-4 text-ink-soft">Papers are added in a browser with JavaScript.</p>
      </noscript>
    );
  }

  async function send(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    await sendFile(file);
    input.value = "";
  }

  async function sendFile(file: File) {
    setSaid({ isWrong: false, text: "Sending …" });
    const refused = await fetch(at(crypto.randomUUID()), {
      method: "POST",
      body: file,
      headers: { "Content-Type": file.type || "application/octet-stream" },
    }).then(refusalIn, () => unreached);
    setSaid(
      refused === null ? { isWrong: false, text: "Added" } : { isWrong: true, text: refused },
    );
    await revalidate();
  }

  return (
    <div className="mt-4">
      <label htmlFor={field} className="mb-1.5 block text-sm font-semibold">
        Add a paper
      </label>
      <input
        id={field}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,application/pdf"
        aria-describedby={`${field}-state`}
        onChange={({ currentTarget }) => void send(currentTarget)}
        className={controlClass}
      />
      <p
        id={`${field}-state`}
        role="status"
        className={`mt-1.5 text-sm ${said?.isWrong ? "font-semibold text-cancelled" : "text-ink-soft"}`}
      >
        {said?.text ?? "Photos, or PDF up to 8 MB"}
      </p>
    </div>
  );
}

const unreached = "The file could not be sent. Please try again.";

async function refusalIn(response: Response): Promise<string | null> {
  if (response.status === 201) return null;
  const body: unknown = await response.json().catch(() => null);
  const isMessage = typeof body === "object" && body !== null && "message" in body;
  return isMessage ? String(body.message) : unreached;
}
