import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { controlClass, Field } from "#app/components/form/field.tsx";
import { refusalReasons } from "#app/domain/delivery/runs/report.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { notForToday } from "../run.ts";
import { downscaled, dropImage, keepImage, keptImage } from "./kept/kept-images.ts";
import { stored } from "./kept/report-queue.ts";
import type { Draft } from "./kept/typed-drafts.ts";
import type { RefusableLine } from "./run-view.ts";

// Fields shared by the forms of a stop.

/** Stored once the driver has confirmed that another day's run is driven today. */
const said = (runId: string) => stored(`run-early:${runId}`);

export function keepSaid(runId: string, today: string): void {
  said(runId).write(today);
}

interface EarlyFieldProps {
  runId: string;
  date: string;
  today: string;
  error: string | undefined;
}

/** Checkbox that another day's run is driven today; one answer holds for the rest of the day. */
export function EarlyField({ runId, date, today, error }: EarlyFieldProps) {
  return (
    <Field label={`This run is ${notForToday(date, today)}`} error={error} className="mt-5">
      {(control) => (
        <label htmlFor={control.id} className="flex min-h-11 items-center gap-3">
          <input
            {...control}
            type="checkbox"
            name="early"
            value="yes"
            defaultChecked={said(runId).read() === today}
            className="size-6 accent-oxblood"
          />
          It happened today
        </label>
      )}
    </Field>
  );
}

/** Returns a form's typed values by field name, without files. */
export function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") typed[name] = value;
  return typed;
}

/** Stores an image under a new id. */
export async function keptAnew(image: Blob): Promise<string> {
  const id = newUuid();
  await keepImage(id, image);
  return id;
}

/** A photo that is stored at once, so that it survives the form. `keep` gets its id, or "". */
export function useKeptPhoto(before: string, keep: (photoId: string) => void) {
  const [photoId, setPhotoId] = useState(before);
  // Storing a large photo takes a while; submitting the form waits for it.
  const taking = useRef(Promise.resolve(before));
  function take(file: File | undefined) {
    taking.current = taking.current.then(async (old) => {
      if (old) await dropImage(old);
      const next = file ? await keptAnew(await downscaled(file)) : "";
      setPhotoId(next);
      keep(next);
      return next;
    });
  }
  return { photoId, take, taken: () => taking.current };
}

interface TakePhotoProps {
  label: string;
  photo: ReturnType<typeof useKeptPhoto>;
}

/** Field for a photo from the phone's camera. */
export function TakePhoto({ label, photo: { photoId, take } }: TakePhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  const url = useImageUrl(photoId);
  return (
    <Field label={label} className="mt-5" optional>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            type="file"
            name="photo"
            accept="image/*"
            capture="environment"
            onChange={(event) => take(event.currentTarget.files?.[0])}
            className={controlClass}
          />
          {photoId && (
            <span className="mt-2 flex items-center gap-3">
              {url && (
                <img
                  src={url}
                  alt=""
                  width={64}
                  height={64}
                  className="size-16 border border-rule object-cover"
                />
              )}
              <span className="grow text-sm text-ink-soft">Kept on this phone</span>
              <Button
                variant="quiet"
                onClick={() => {
                  if (input.current) input.current.value = "";
                  take(undefined);
                }}
              >
                Remove<span className="sr-only"> the photo</span>
              </Button>
            </span>
          )}
        </>
      )}
    </Field>
  );
}

/** Object URL of a stored image; null if there is none. */
function useImageUrl(id: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    setUrl(null);
    if (id) {
      void keptImage(id).then((image) => {
        if (!image || isGone) return;
        made = URL.createObjectURL(image);
        setUrl(made);
      });
    }
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return url;
}

interface RefusedFieldsProps {
  lines: readonly RefusableLine[];
  /** Pounds that the client is offered and has not refused; 0 for none. */
  offeredLb: number;
  isEverything: boolean;
  /** Pounds of the chosen line that were refused before; 0 for none. */
  refusedLb: number;
  errors: Partial<Record<string, string>>;
  typed: Draft["fields"];
}

/** Fields of a refusal: everything at once, or pounds of one line, and the reason. */
export function RefusedFields({
  lines,
  offeredLb,
  isEverything,
  refusedLb,
  errors,
  typed,
}: RefusedFieldsProps) {
  return (
    <>
      {offeredLb > 0 && (
        <label className="mb-3 flex min-h-11 items-center gap-3 text-lg font-semibold">
          <input
            type="checkbox"
            name="everything"
            value="yes"
            defaultChecked={typed.everything === "yes"}
            className="size-6 shrink-0 accent-oxblood"
          />
          Everything was refused: {formatLb(offeredLb)}
        </label>
      )}
      {!isEverything && (
        <>
          <SelectField
            label="Line"
            name="orderItemId"
            required
            defaultValue={typed.orderItemId ?? ""}
            error={errors.orderItemId}
            options={[
              ["", "Choose a product"],
              ...lines.map(({ id, productName, packedLb, ofOrder }): [string, string] => [
                id,
                [
                  productName,
                  formatLb(Number(packedLb)),
                  ofOrder === null ? "" : orderName(ofOrder).toLowerCase(),
                ]
                  .filter(Boolean)
                  .join(", "),
              ]),
            ]}
          />
          <DecimalField
            label={refusedLb > 0 ? "Pounds refused in all" : "Pounds refused"}
            hint={
              refusedLb > 0 ? `${formatLb(refusedLb)} refused so far. Type the total.` : undefined
            }
            name="lb"
            required
            maxLength={8}
            defaultValue={typed.lb}
            error={errors.lb}
            className="mt-5"
          />
        </>
      )}
      <SelectField
        label="Reason"
        name="reason"
        required
        defaultValue={typed.reason ?? ""}
        error={errors.reason}
        options={[["", "Choose why it was refused"], ...Object.entries(refusalReasons)]}
        {...(!isEverything && { className: "mt-5" })}
      />
    </>
  );
}
