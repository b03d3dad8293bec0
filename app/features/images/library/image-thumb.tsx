import { ResponsiveImage } from "#app/components/responsive-image.tsx";
import { imageSources } from "#app/domain/pictures/image-sources.ts";

interface ImageThumbProps {
  url: string;
  sizes: string;
  /** Shown blurred while loading. */
  preview?: string;
}

/** Largest width worth fetching for a thumbnail. */
const widest = 640;

/** An image in a fixed 4:3 frame; decorative, because its name is beside it. */
export function ImageThumb({ url, sizes, preview }: ImageThumbProps) {
  return (
    <div
      className="aspect-4/3 overflow-hidden bg-paper-deep bg-cover bg-center"
      style={preview ? { backgroundImage: `url("${preview}")` } : undefined}
    >
      <ResponsiveImage
        sources={imageSources(url, sizes, { width: widest })}
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
