import { useState } from "react";
import { ResponsiveImage } from "#app/components/responsive-image.tsx";
import type { ProductSummary } from "../product.ts";
import { placeholderImage } from "./image-memory.ts";
import { sourcesAt } from "./image-place.ts";

/**
 * A product's thumbnail in a list, always 4:3; falls back to the placeholder image. Inline content,
 * so it can be used within buttons and links.
 */
export function ProductThumbnail({ imageUrl }: Pick<ProductSummary, "imageUrl">) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = imageUrl && imageUrl !== failed ? imageUrl : placeholderImage;
  return (
    <span className="block aspect-4/3 overflow-hidden bg-paper-deep">
      <ResponsiveImage
        sources={sourcesAt("thumbnail", url)}
        // Decorative: the name is beside it.
        alt=""
        width={160}
        height={120}
        loading="lazy"
        onError={() => setFailed(imageUrl)}
        className="size-full object-cover"
      />
    </span>
  );
}
