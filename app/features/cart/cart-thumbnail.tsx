import { useState } from "react";
import { Parcel } from "#app/components/parcel.tsx";
import type { CartProduct } from "./cart.ts";

/** A line's small picture, always 4:3; the wrapped parcel where there is none or it fails. */
export function CartThumbnail({ product: { image, name } }: { product: CartProduct }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className="aspect-4/3 overflow-hidden bg-paper-deep">
      {image && image !== failed ? (
        <img
          src={image}
          alt=""
          width={160}
          height={120}
          decoding="async"
          onError={() => setFailed(image)}
          className="size-full object-cover"
        />
      ) : (
        <Parcel name={name} className="size-full" />
      )}
    </div>
  );
}
