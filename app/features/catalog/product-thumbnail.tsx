import { useState } from "react";
import { Picture } from "#app/components/picture.tsx";
import { placeholderImage } from "./image-memory.ts";
import { sourcesAt } from "./image-place.ts";
import type { ProductSummary } from "./product.ts";

/** A product's small picture in a list, always 4:3; the default photo where there is none or it fails. Inline content, for use within buttons. */
export function ProductThumbnail({ imageUrl }: Pick<ProductSummary, "imageUrl">) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = imageUrl && imageUrl !== failed ? imageUrl : placeholderImage;
  return (
    <span className="block aspect-4/3 overflow-hidden bg-paper-deep">
      <Picture
        sources={sourcesAt("thumbnail", url)}
        // The name stands beside it.
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
