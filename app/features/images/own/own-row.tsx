import { clsx } from "clsx/lite";
import { Check, Plus } from "lucide";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { Button } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { SpinnerRing } from "#app/components/page/spinner.tsx";
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
import { useFileDrop } from "../upload/use-file-drop.ts";
import type { OwnUploads } from "./use-own-uploads.ts";

interface OwnRowProps {
  own: OwnPlace;
  uploads: Pick<OwnUploads, "send" | "isComing">;
  onArrange: () => void;
}

const states: Record<OwnState, { words: string; tone: BadgeTone }> = {
  yours: { words: "Yours", tone: "delivered" },
  sample: { words: "Sample", tone: "pending" },
  none: { words: "No picture", tone: "plain" },
};

/** A product or place: its main picture, whose that is, and a slot for each picture of its own. */
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

interface ImageSlotProps {
  label: string;
  /** The product or place, for screen readers that don't convey the row. */
  of: string;
  /** The owner's own picture, shown with a check mark; null for none. */
  url: string | null;
  isComing: boolean;
  onFile: (file: File) => void;
}

/** Takes one picture by file picker or drag and drop. */
function ImageSlot({ label, of, url, isComing, onFile }: ImageSlotProps) {
  const { isOver, target } = useFileDrop(([file]) => file && onFile(file));
  return (
    <label
      {...target}
      className="group block min-w-0 cursor-pointer text-center text-[0.8125rem] leading-tight has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-oxblood"
    >
      <span
        className={clsx(
          "relative grid aspect-4/3 place-items-center transition-colors",
          isOver && "bg-paper-deep",
          !url && "border border-dashed border-rule-strong group-hover:border-oxblood",
          isOver && "border-oxblood",
        )}
      >
        {url && (
          <span className="absolute inset-0">
            <ImageThumb url={url} sizes="6rem" />
          </span>
        )}
        {isComing ? (
          <SpinnerRing className="relative text-xl" />
        ) : (
          !url && <Icon of={Plus} className="size-5 text-ink-soft" />
        )}
      </span>
      <span className="mt-1 flex items-center justify-center gap-1">
        {url && <Icon of={Check} className="size-3.5 shrink-0 text-delivered" />}
        <span className="truncate">
          {label}
          <span className="sr-only">
            {" "}
            of {of}
            {url && ", there already"}
          </span>
        </span>
      </span>
      <input
        type="file"
        accept="image/*"
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // Reset, so that the same file can be selected again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
