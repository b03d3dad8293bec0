import { useId, useState } from "react";
import { controlClass } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { megabytes } from "#app/lib/in-words.ts";

type Upload = { state: "none" | "sending" | "sent"; id: string; message: string };

export type PhotoAddress = (photoId: string) => string;

const nothing: Upload = { state: "none", id: "", message: "" };

/**
 * Field for a photo, uploaded as soon as it is chosen; the form then names it by `photoId`. Needs
 * JavaScript; without it a photo can be mailed. `label` is for a photo that is the form's purpose;
 * without it, the photo is optional.
 */
export function PhotoField({ sendTo, label }: { sendTo: PhotoAddress; label?: string }) {
  const [{ state, id, message }, setUpload] = useState<Upload>(nothing);
  const hydrated = useHydrated();
  const field = useId();
  if (!hydrated) return null;

  async function send(file: File | undefined) {
    if (!file) return setUpload(nothing);
    const chosen = crypto.randomUUID();
    setUpload({ state: "sending", id: "", message: "Sending the photo …" });
    const refused = await fetch(sendTo(chosen), {
      method: "POST",
      body: file,
      headers: { "Content-Type": file.type || "application/octet-stream" },
    }).then(refusalIn, () => unreached);
    setUpload(
      refused === null
        ? { state: "sent", id: chosen, message: "Photo attached" }
        : { ...nothing, message: refused },
    );
  }

  return (
    <div>
      <label htmlFor={field} className="mb-1.5 block text-sm font-semibold">
        {label ?? (
          <>
            Photo<span className="font-normal text-ink-soft"> (optional)</span>
          </>
        )}
      </label>
      <input
        id={field}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-describedby={`${field}-state`}
        onChange={(event) => void send(event.currentTarget.files?.[0])}
        className={controlClass}
      />
      <p
        id={`${field}-state`}
        aria-live="polite"
        className={`mt-1.5 text-sm ${state === "none" && message ? "font-semibold text-cancelled" : "text-ink-soft"}`}
      >
        {message || `JPEG, PNG, WebP or AVIF, up to ${megabytes(maxUploadBytes)}`}
      </p>
      <input type="hidden" name="photoId" value={id} />
    </div>
  );
}

const unreached = "The photo could not be sent. Please try again.";

async function refusalIn(response: Response): Promise<string | null> {
  if (response.status === 201) return null;
  const body: unknown = await response.json().catch(() => null);
  const isMessage = typeof body === "object" && body !== null && "message" in body;
  return isMessage ? String(body.message) : unreached;
}
