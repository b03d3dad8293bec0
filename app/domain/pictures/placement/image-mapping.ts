export interface ImageMapping {
  url: string;
  imageKey: string;
}

export interface ImagePlace {
  section: string;
  key: string;
}

export interface PlacedImages {
  urls: string[];
  /** Equal for equal lists. Editors send it back when saving. */
  version: string;
}

/** The section for product images. Its keys are product ids; slugs are accepted too. */
export const productSection = "product";

export const noImagesSelected = "No images selected";

/** Thrown if the images have changed since the editor opened them; answered with a 409. */
export class ImagesChangedError extends Error {
  override readonly name = "ImagesChangedError";
  readonly placed: PlacedImages;

  constructor(placed: PlacedImages) {
    super("A colleague changed these images meanwhile.");
    this.placed = placed;
  }
}

/** True if a text is a valid section or key: 1 to 100 letters, digits, dots, dashes, `/`, `_`. */
export function isImageName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._/-]{0,99}$/i.test(text);
}
