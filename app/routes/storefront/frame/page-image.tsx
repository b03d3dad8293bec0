import { clsx } from "clsx/lite";
import { ResponsiveImage, usePreview } from "#app/components/responsive-image.tsx";
import { placeholderImage } from "#app/domain/catalogue/pictures/image-memory.ts";
import { imageSources } from "#app/domain/pictures/image-sources.ts";

interface PageImageProps {
  /** Null shows the placeholder image. */
  url: string | null;
  /** Alternative text; empty for decoration. */
  alt: string;
  sizes: string;
  priority?: boolean;
  className: string;
}

/** An image that belongs to a page, filling its frame. */
export function PageImage({ url, alt, sizes, priority = false, className }: PageImageProps) {
  const address = url ?? placeholderImage;
  const preview = usePreview(address);
  return (
    <ResponsiveImage
      sources={imageSources(address, sizes)}
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
