import type { PictureFolder } from "../picture-address.ts";
import { type ImagePlace, productSection } from "../placement/image-mapping.ts";
import type { PicturePlace } from "../placement/picture-places.ts";

interface ToastWords {
  title: string;
  description: string;
}

/** What the image editor edits: a place and how to describe it. */
export interface EditedImages {
  place: ImagePlace;
  /** For the `image-updated` event. */
  itemId: string;
  /** The name in the dialog's title. */
  label: string;
  /** The folder to choose from and upload to. */
  folder: PictureFolder;
  /** The base name for uploaded files. */
  fileName: string;
  /** Worded as in the specification (section 8). */
  done: ToastWords;
  failed: ToastWords;
}

/** The product fields used to find and name its pictures. */
export interface PicturedProduct {
  id: string;
  slug: string;
  name: string;
  imageUrl: string | null;
}

/** The pictures of a product. */
export function imagesOfProduct({ id, slug, name }: PicturedProduct): EditedImages {
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

/** The picture of a place on the site's pages. */
export function imagesOfPlace({ id, section, key, label }: PicturePlace): EditedImages {
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
