import { useEffect, useId, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { controlClass, Field } from "#app/components/form/field.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { productShots } from "#app/content/shots.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import type { ImageDescription } from "#app/domain/pictures/upload/image-upload.ts";
import { imageShots, maxAltLength } from "#db/schema/values/images.ts";

interface DescribeImageProps {
  /** Its path in the bucket. */
  path: string;
  title: string;
}

/** Form for the description of a product's image; saved separately from the images' order. */
export function DescribeImage({ path, title }: DescribeImageProps) {
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
        hint="For those who don’t see it. Left empty, its name is said."
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
      >
        <option value="">Any other</option>
        {imageShots.map((shot) => (
          <option key={shot} value={shot}>
            {productShots[shot].label}
          </option>
        ))}
      </SelectField>
      <Button variant="secondary" pending={isSaving} onClick={() => void save(said)}>
        Save<span className="sr-only"> the description of {title}</span>
      </Button>
    </div>
  );
}
