import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import type { ImagePlace } from "#app/domain/pictures/placement/image-mapping.ts";
import type { ImageShot } from "#db/schema/values/images.ts";

export interface StandingImage {
  url: string;
  isSample: boolean;
  shot: ImageShot | null;
}

/** A place for the owner's own pictures: a product, or a place on the site's pages. */
export interface OwnPlace {
  place: ImagePlace;
  /** For the `image-updated` event: the product's id, or e.g. "pages/home-hero". */
  id: string;
  label: string;
  /** The folder of its uploads, and the prefix of their file names. */
  folder: ImageFolder;
  fileName: string;
  isHidden: boolean;
  /** The main one first. */
  images: StandingImage[];
}

/** `sample`: the image came with the shop. */
export type OwnState = "yours" | "sample" | "none";

/** Returns whose picture visitors see first. */
export function stateOf({ images: [main] }: Pick<OwnPlace, "images">): OwnState {
  if (!main) return "none";
  return main.isSample ? "sample" : "yours";
}

/** Returns the shots of a product that are the owner's own. */
export function shotsOf({ images }: Pick<OwnPlace, "images">): Set<ImageShot> {
  return new Set(images.flatMap(({ shot, isSample }) => (shot && !isSample ? [shot] : [])));
}

export function progressOf(places: readonly OwnPlace[]): { yours: number; all: number } {
  const yours = places.filter((place) => stateOf(place) === "yours").length;
  return { yours, all: places.length };
}

/** Returns e.g. "12 of 49 are yours". */
export function progressInWords({ yours, all }: { yours: number; all: number }): string {
  return `${yours} of ${all} ${yours === 1 ? "is" : "are"} yours`;
}
