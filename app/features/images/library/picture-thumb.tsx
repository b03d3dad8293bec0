import { Picture } from "#app/components/picture.tsx";
import { pictureSources } from "../picture.ts";

interface PictureThumbProps {
  url: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Blurred preview shown while loading; known for listed pictures. */
  preview?: string;
}

/** Largest width worth fetching for a thumbnail. */
const widest = 640;

/** A picture in a fixed 4:3 frame; decorative, as its name is beside it. */
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
