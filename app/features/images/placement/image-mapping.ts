/** A picture of a section (specification, section 7: url and image_key). */
export interface ImageMapping {
  url: string;
  imageKey: string;
}

/** Where an image stands, for example section "pages" and key "home-hero". */
export interface ImagePlace {
  section: string;
  key: string;
}

/** The images of a place in their order, the shown one first. */
export interface PlacedImages {
  urls: string[];
  /** Names this list: equal for equal lists. An editor sends it back with what it saves. */
  version: string;
}

/** The section of the products' images. Its keys are products' ids; a slug leads to one too. */
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

/** The images of a place are no longer those that an editor began with; for a 409. */
export class ImagesChangedError extends Error {
  override readonly name = "ImagesChangedError";
  /** As they are now. */
  readonly placed: PlacedImages;

  constructor(placed: PlacedImages) {
    super("A colleague changed these images meanwhile.");
    this.placed = placed;
  }
}

/** Whether a text can be a section or a key: 1 to 100 letters, digits, dots, dashes and the like. */
export function isImageName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._/-]{0,99}$/i.test(text);
}
