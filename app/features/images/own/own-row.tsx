import { clsx } from "clsx/lite";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { Button } from "#app/components/button.tsx";
import { productShots } from "#app/content/shots.ts";
import {
  type OwnPlace,
  type OwnState,
  shotsOf,
  stateOf,
} from "#app/domain/catalogue/placement/own-images.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { type ImageShot, imageShots } from "#db/schema/values/images.ts";
import { prepareImageEditor } from "../editor/use-image-editor.tsx";
import { ImageThumb } from "../library/image-thumb.tsx";
import { ImageSlot } from "./image-slot.tsx";
import type { OwnUploads } from "./use-own-uploads.ts";

interface OwnRowProps {
  own: OwnPlace;
  uploads: Pick<OwnUploads, "send" | "isComing">;
  /** Opens the editor that orders, describes and removes the place's images. */
  onArrange: () => void;
}

const states: Record<OwnState, { words: string; tone: BadgeTone }> = {
  yours: { words: "Yours", tone: "delivered" },
  sample: { words: "Sample", tone: "pending" },
  none: { words: "No picture", tone: "plain" },
};

/** A product or place: what visitors see there, whose picture it is, and a slot per picture. */
export function OwnRow({ own, uploads, onArrange }: OwnRowProps) {
  const { label, images, isHidden } = own;
  const [main] = images;
  const { words, tone } = states[stateOf(own)];
  const isProduct = own.place.section === productSection;
  const slot = (shot: ImageShot | null, label: string, url: string | null) => (
    <ImageSlot
      key={shot ?? "one"}
      label={label}
      of={own.label}
      url={url}
      isComing={uploads.isComing(own, shot)}
      onFile={(file) => uploads.send([{ file, own, shot }])}
    />
  );
  return (
    <li
      className={clsx(
        "flex items-center gap-x-3 gap-y-3 border-b border-rule py-4 md:gap-x-5",
        isProduct && "flex-wrap",
      )}
    >
      <div className="w-20 shrink-0 md:w-28">
        {main ? (
          <ImageThumb url={main.url} sizes="7rem" />
        ) : (
          <div className="aspect-4/3 bg-paper-deep" />
        )}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="text-base font-semibold break-words">{label}</h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <Badge tone={tone}>{words}</Badge>
          {isProduct && <span>{shotsInWords(own)}</span>}
          {isHidden && <span>Not in the shop at present</span>}
        </p>
        {images.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            className="mt-1 -ml-3.5"
            onPointerEnter={prepareImageEditor}
            onFocus={prepareImageEditor}
            onClick={onArrange}
          >
            {isProduct ? "Order and describe" : "Choose another"}
            <span className="sr-only">
              {isProduct ? " the pictures of " : ": "}
              {label}
            </span>
          </Button>
        )}
      </div>
      {isProduct ? (
        <div className="grid grow grid-cols-4 gap-2 max-md:w-full md:max-w-96">
          {imageShots.map((shot) => slot(shot, productShots[shot].label, urlOf(own, shot)))}
        </div>
      ) : (
        <div className="w-16 shrink-0 md:w-24">{slot(null, main ? "Replace" : "Add", null)}</div>
      )}
    </li>
  );
}

function urlOf({ images }: OwnPlace, wanted: ImageShot): string | null {
  return images.find(({ shot, isSample }) => shot === wanted && !isSample)?.url ?? null;
}

function shotsInWords(own: OwnPlace): string {
  return `${shotsOf(own).size} of ${imageShots.length} photographs`;
}
