import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import { type ImagePlace, productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import type { NamedImagePlace } from "#app/domain/pictures/placement/image-places.ts";

interface ToastWords {
  title: string;
  description: string;
}

/** A place whose images are edited, and how to describe it. */
export interface EditedImages {
  place: ImagePlace;
  /** For the `image-updated` event. */
  itemId: string;
  label: string;
  folder: ImageFolder;
  /** Base name of uploaded files. */
  fileName: string;
  done: ToastWords;
  failed: ToastWords;
}

export type EditedProduct = Pick<ProductSummary, "id" | "slug" | "name" | "imageUrl">;

/** The images of a product. */
export function imagesOfProduct({ id, slug, name }: EditedProduct): EditedImages {
  return {
    place: { section: productSection, key: id },
    itemId: id,
    label: name,
    folder: "products",
    fileName: slug,
    done: { title: "Image updated", description: "Product image has been updated successfully." },
    failed: {
      title: "Update failed",
      description: "There was an error updating the product image.",
    },
  };
}

/** The image of a place on the site's pages. */
export function imagesOfPlace({ id, section, key, label }: NamedImagePlace): EditedImages {
  return {
    place: { section, key },
    itemId: id,
    label,
    folder: section,
    fileName: key,
    done: { title: "Image saved", description: "Image has been updated successfully" },
    failed: { title: "Save failed", description: "Failed to save images" },
  };
}
