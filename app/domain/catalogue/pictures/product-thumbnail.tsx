import { useState } from "react";
import { ResponsiveImage } from "#app/components/responsive-image.tsx";
import type { ProductSummary } from "../product.ts";
import { placeholderImage } from "./image-memory.ts";
import { sourcesAt } from "./image-place.ts";

/** A product's 4:3 thumbnail in a list. Inline content, so that it fits in buttons and links. */
export function ProductThumbnail({ imageUrl }: Pick<ProductSummary, "imageUrl">) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = imageUrl && imageUrl !== failed ? imageUrl : placeholderImage;
  return (
    <span className="block aspect-4/3 overflow-hidden bg-paper-deep">
      <ResponsiveImage
        sources={sourcesAt("thumbnail", url)}
        // Decorative, as the name is beside it.
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
