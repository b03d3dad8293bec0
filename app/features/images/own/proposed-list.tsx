import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { productShots } from "#app/content/shots.ts";
import type { OwnPlace } from "#app/domain/catalogue/placement/own-images.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { type ImageShot, imageShots } from "#db/schema/values/images.ts";
import type { WantedPicture } from "./use-own-uploads.ts";

export interface Proposed {
  id: number;
  file: File;
  own: OwnPlace | null;
  shot: ImageShot | null;
}

interface ProposedListProps {
  proposed: readonly Proposed[];
  places: readonly OwnPlace[];
  onChange: (id: number, to: Pick<Proposed, "own" | "shot">) => void;
  onRemove: (id: number) => void;
  onApply: (pictures: readonly WantedPicture[], ids: readonly number[]) => void;
}

/** Files with their proposed places; nothing is uploaded before the user confirms. */
export function ProposedList(props: ProposedListProps) {
  const { proposed, places, onChange, onRemove, onApply } = props;
  const list = useRef<HTMLElement>(null);
  useEffect(() => list.current?.focus(), []);
  const placed = proposed.flatMap(({ own, ...one }) => (own ? [{ ...one, own }] : []));
  const open = proposed.length - placed.length;
  const order = (shot: ImageShot | null) => (shot ? imageShots.indexOf(shot) : 0);
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-labelledby="proposed"
      className="mt-6 border border-ink bg-paper-light p-4 focus-visible:outline-none md:p-6"
    >
      <h2 id="proposed" className="text-title">
        Where they would go
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        Guessed from the file names. Nothing is uploaded until you agree.
      </p>
      <ul className="mt-4 border-t border-rule">
        {proposed.map((one) => (
          <li
            key={one.id}
            className="grid grid-cols-[5rem_minmax(0,1fr)] items-end gap-x-4 lg:items-center gap-y-2 border-b border-rule py-3 lg:grid-cols-[6rem_minmax(0,1fr)_14rem_9rem_auto]"
          >
            <Preview file={one.file} />
            <p className="self-center truncate text-sm" title={one.file.name}>
              {one.file.name}
            </p>
            <SelectField
              label={`Place of ${one.file.name}`}
              hideLabel
              className="max-lg:col-span-2"
              value={one.own?.id ?? ""}
              onChange={({ currentTarget: { value } }) => {
                const own = places.find(({ id }) => id === value) ?? null;
                const isProduct = own?.place.section === productSection;
                onChange(one.id, { own, shot: isProduct ? (one.shot ?? "raw") : null });
              }}
              options={places.map(({ id, label }) => [id, label])}
            >
              <option value="">Choose where</option>
            </SelectField>
            <div className="flex items-end gap-2 max-lg:col-span-2 lg:contents">
              {one.shot ? (
                <SelectField
                  className="grow"
                  label={`What ${one.file.name} shows`}
                  hideLabel
                  value={one.shot}
                  onChange={({ currentTarget: { value } }) => {
                    const shot = imageShots.find((shot) => shot === value) ?? null;
                    onChange(one.id, { own: one.own, shot });
                  }}
                  options={imageShots.map((shot) => [shot, productShots[shot].label])}
                />
              ) : (
                <span className="grow" />
              )}
              <Button
                variant="quiet"
                size="sm"
                className="min-h-11"
                onClick={() => {
                  // The pressed button is removed with its row, so move the focus.
                  list.current?.focus();
                  onRemove(one.id);
                }}
              >
                Leave out<span className="sr-only"> {one.file.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button
          disabled={placed.length === 0}
          onClick={() =>
            onApply(
              placed.toSorted((a, b) => order(a.shot) - order(b.shot)),
              placed.map(({ id }) => id),
            )
          }
        >
          {placed.length === 1
            ? "Put 1 picture in place"
            : `Put ${placed.length} pictures in place`}
        </Button>
        {open > 0 && (
          <p className="text-sm text-ink-soft">
            {open === 1 ? "1 has no place yet" : `${open} have no place yet`}
          </p>
        )}
      </div>
    </section>
  );
}

/** Previews the local file; empty if the browser can't display it. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <div className="aspect-4/3 bg-paper-deep">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </div>
  );
}
