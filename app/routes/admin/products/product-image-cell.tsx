import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import type { AdminProduct } from "#app/domain/catalogue/product.ts";
import { prepareImageEditor } from "#app/features/images/editor/use-image-editor.tsx";

interface ProductImageCellProps {
  product: AdminProduct;
  /** Null if the user can't edit it. */
  onEdit: ((product: AdminProduct) => void) | null;
}

/** A product's thumbnail in the list, which the designated administrator can replace. */
export function ProductImageCell({ product, onEdit }: ProductImageCellProps) {
  const { name, imageUrl } = product;
  const image = <ProductThumbnail imageUrl={imageUrl} />;
  if (!onEdit) return image;
  return (
    <button
      type="button"
      onPointerEnter={prepareImageEditor}
      onFocus={prepareImageEditor}
      onClick={() => onEdit(product)}
      className="needs-script group block w-full text-center text-sm font-normal"
    >
      {image}
      <span className="link block pt-1 group-hover:text-oxblood">
        {imageUrl ? "Change" : "Add"}
        <span className="sr-only"> image of {name}</span>
      </span>
    </button>
  );
}
