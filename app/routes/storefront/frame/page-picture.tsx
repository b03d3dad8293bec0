import { clsx } from "clsx/lite";
import { Picture, usePreview } from "#app/components/picture.tsx";
import { placeholderImage } from "#app/features/catalog/image-memory.ts";
import { pictureSources } from "#app/features/images/picture.ts";

interface PagePictureProps {
  /** Null shows the default photo. */
  url: string | null;
  /** Alternative text; empty for decoration. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Above the fold: loads eagerly with high priority. */
  priority?: boolean;
  /** Sets its shape, e.g. `aspect-4/3`. */
  className: string;
}

/** A picture that belongs to a page, filling its frame. */
export function PagePicture({ url, alt, sizes, priority = false, className }: PagePictureProps) {
  const address = url ?? placeholderImage;
  const preview = usePreview(address);
  return (
    <Picture
      sources={pictureSources(address, sizes)}
      alt={alt}
      width={1600}
      height={1200}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      className={clsx("block w-full bg-paper-deep object-cover", className)}
      {...preview}
    />
  );
}
