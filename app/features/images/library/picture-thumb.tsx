import { Picture } from "#app/components/picture.tsx";
import { pictureSources } from "../picture.ts";

interface PictureThumbProps {
  url: string;
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string;
  /** Known of pictures that are listed: seen until the picture is there. */
  preview?: string;
}

/** Nothing wider is worth fetching for a place this small. */
const widest = 640;

/** A picture in a fixed 4:3 frame; its name stands beside it. */
export function PictureThumb({ url, sizes, preview }: PictureThumbProps) {
  return (
    <div
      className="aspect-4/3 overflow-hidden bg-paper-deep bg-cover bg-center"
      style={preview ? { backgroundImage: `url("${preview}")` } : undefined}
    >
      <Picture
        sources={pictureSources(url, sizes, { width: widest })}
        alt=""
        width={320}
        height={240}
        loading="lazy"
        draggable={false}
        className="size-full object-cover"
      />
    </div>
  );
}
