/** A picture of a section (specification, section 7: url and image_key). */
export interface ImageMapping {
  url: string;
  imageKey: string;
}

/** Where a picture stands, for example section "product" and key "ribeye-steak". */
export interface ImagePlace {
  section: string;
  key: string;
}

/** The section of the products' pictures; its keys are their slugs. */
export const productSection = "product";

/** Nothing was chosen; the message is the specification's (section 8). */
export class NoImagesSelectedError extends Error {
  override readonly name = "NoImagesSelectedError";

  constructor() {
    super("No images selected");
  }
}

/** A section or key that no picture can stand under; for a 400. */
export class InvalidImagePlaceError extends Error {
  override readonly name = "InvalidImagePlaceError";

  constructor({ section, key }: ImagePlace) {
    super(`No picture can stand at ${JSON.stringify({ section, key })}`);
  }
}

/** Whether a text can be a section or a key: 1 to 100 letters, digits, dots, dashes and the like. */
export function isImageName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._/-]{0,99}$/i.test(text);
}
