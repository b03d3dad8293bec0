import { clsx } from "clsx/lite";
import { ChevronDown, ChevronUp } from "lucide";
import { type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button, buttonClass } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { controlClass, Field } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { productShots } from "#app/content/shots.ts";
import { readImageAddress } from "#app/domain/pictures/image-address.ts";
import { titleOfUrl } from "#app/domain/pictures/library/image-words.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import type { ImageDescription } from "#app/domain/pictures/upload/image-upload.ts";
import { imageShots, maxAltLength } from "#db/schema/values/images.ts";
import { ImageThumb } from "../library/image-thumb.tsx";

interface SelectedImageProps {
  url: string;
  /** Position from 1. */
  position: number;
  count: number;
  isDragged: boolean;
  onGrab: (event: PointerEvent) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A selected image and its controls. */
export function SelectedImage(props: SelectedImageProps) {
  const { url, position, count, isDragged, onGrab, onMove, onRemove } = props;
  const title = titleOfUrl(url);
  // Only product images in the library are described here; other images are on their own pages.
  const known = readImageAddress(url)?.path;
  const path = known?.startsWith("products/") ? known : undefined;
  const [isDescribed, setDescribed] = useState(false);
  return (
    <li
      className={clsx(
        "flex flex-wrap items-center gap-x-3 border-b border-rule py-2 md:gap-x-4",
        isDragged && "bg-paper-deep",
      )}
    >
      <div
        onPointerDown={onGrab}
        className={clsx(
          "w-20 shrink-0 touch-none select-none md:w-24",
          count > 1 && (isDragged ? "cursor-grabbing" : "cursor-grab"),
        )}
      >
        <ImageThumb url={url} sizes="6rem" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
        <div className="min-w-0 grow">
          <p className="truncate text-[0.9375rem]">
            <span className="tabular-nums">{position}.</span> {title}
          </p>
          {position === 1 && <p className="text-sm text-ink-soft">Shown first</p>}
        </div>
        <div className="flex shrink-0 flex-wrap items-center max-sm:-ml-3">
          <Step label={`Move ${title} up`} isEnd={position === 1} onPress={() => onMove(-1)} up />
          <Step label={`Move ${title} down`} isEnd={position === count} onPress={() => onMove(1)} />
          {path && (
            <Button
              variant="quiet"
              size="sm"
              className="min-h-11"
              aria-expanded={isDescribed}
              onClick={() => setDescribed((before) => !before)}
            >
              Describe<span className="sr-only"> {title}</span>
            </Button>
          )}
          <Button variant="quiet" size="sm" className="min-h-11" onClick={onRemove}>
            Remove<span className="sr-only"> {title}</span>
          </Button>
        </div>
      </div>
      {path && isDescribed && (
        <div className="mt-2 w-full">
          <DescribeImage path={path} title={title} />
        </div>
      )}
    </li>
  );
}

interface StepProps {
  label: string;
  /** Can't move any further. The button isn't `disabled`, which would lose the focus. */
  isEnd: boolean;
  up?: boolean;
  onPress: () => void;
}

function Step({ label, isEnd, up = false, onPress }: StepProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // Moving a row in the DOM loses its focus, so this restores it.
  useLayoutEffect(() => {
    if (wasPressed.current) button.current?.focus();
    wasPressed.current = false;
  });
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => {
        if (isEnd) return;
        wasPressed.current = true;
        onPress();
      }}
      className={buttonClass({
        variant: "quiet",
        size: "icon",
        className: "aria-disabled:cursor-default aria-disabled:opacity-30",
      })}
    >
      <Icon of={up ? ChevronUp : ChevronDown} className="size-5" />
    </button>
  );
}

interface DescribeImageProps {
  path: string;
  title: string;
}

/** Form for the description of a product's image, saved apart from the images' order. */
function DescribeImage({ path, title }: DescribeImageProps) {
  const id = useId();
  const address = `/api/images?${new URLSearchParams({ path })}`;
  const [said, setSaid] = useState<ImageDescription | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const headers = { accept: "application/json" };
    fetch(address, { headers, signal: leaving.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`${address} answered ${response.status}`);
        setSaid(await response.json());
      })
      .catch(() => leaving.signal.aborted || setFailed(true));
    return () => leaving.abort();
  }, [address]);

  async function save(wanted: ImageDescription) {
    setSaving(true);
    try {
      const headers = { "content-type": "application/json", accept: "application/json" };
      const body = JSON.stringify(wanted);
      const response = await fetch(address, { method: "PATCH", headers, body });
      if (!response.ok) throw new Error(`Describing an image answered ${response.status}`);
      toast({ title: "Description saved", description: title });
      announceImageUpdated(path);
    } catch {
      toast({ title: "Save failed", description: "Failed to save images", variant: "destructive" });
    } finally {
      setSaving(false);
    }
  }

  if (hasFailed) return <p role="alert">The description could not be loaded.</p>;
  if (!said) return <Spinner label="Loading the description" />;
  return (
    <div className="grid grow items-end gap-3 pb-3 sm:grid-cols-[1fr_auto_auto]">
      <Field
        label="What it shows"
        hint="For those who can’t see it. Defaults to the product’s name."
        id={id}
      >
        {(control) => (
          <input
            {...control}
            className={controlClass}
            value={said.alt}
            maxLength={maxAltLength}
            onChange={({ currentTarget: { value } }) => setSaid({ ...said, alt: value })}
          />
        )}
      </Field>
      <SelectField
        label="Photograph"
        value={said.shot ?? ""}
        onChange={({ currentTarget: { value } }) =>
          setSaid({ ...said, shot: imageShots.find((shot) => shot === value) ?? null })
        }
        options={imageShots.map((shot) => [shot, productShots[shot].label])}
      >
        <option value="">Any other</option>
      </SelectField>
      <Button variant="secondary" pending={isSaving} onClick={() => void save(said)}>
        Save<span className="sr-only"> the description of {title}</span>
      </Button>
    </div>
  );
}
