import type { PictureFolder } from "../picture-address.ts";
import { type ImagePlace, productSection } from "../placement/image-mapping.ts";
import type { PicturePlace } from "../placement/picture-places.ts";

interface ToastWords {
  title: string;
  description: string;
}

/** What the image editor is opened for: a place, and how to speak of it. */
export interface EditedImages {
  place: ImagePlace;
  /** For the `image-updated` event. */
  itemId: string;
  /** As the dialog's title names it. */
  label: string;
  /** Where its pictures come from and new ones go to. */
  folder: PictureFolder;
  /** What the files of new ones are named for. */
  fileName: string;
  /** The specification's words (section 8). */
  done: ToastWords;
  failed: ToastWords;
}

/** What of a product its pictures are found and named by. */
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
