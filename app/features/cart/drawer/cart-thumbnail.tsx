import { useState } from "react";
import { ResponsiveImage } from "#app/components/responsive-image.tsx";
import { placeholderImage } from "#app/features/catalog/image-memory.ts";
import { sourcesAt } from "#app/features/catalog/image-place.ts";
import type { CartProduct } from "../cart.ts";

/** A line's thumbnail, always 4:3; falls back to the placeholder image. */
export function CartThumbnail({ product: { image } }: { product: CartProduct }) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = image && image !== failed ? image : placeholderImage;
  return (
    <div className="aspect-4/3 overflow-hidden bg-paper-deep">
      <ResponsiveImage
        sources={sourcesAt("thumbnail", url)}
        // Decorative: the name is beside it.
        alt=""
        width={160}
        height={120}
        loading="lazy"
        onError={() => setFailed(image)}
        className="size-full object-cover"
      />
    </div>
  );
}
