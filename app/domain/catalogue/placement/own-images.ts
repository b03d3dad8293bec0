import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import type { ImagePlace } from "#app/domain/pictures/placement/image-mapping.ts";
import type { ImageShot } from "#db/schema/values/images.ts";

/** An image that stands in a place. */
export interface StandingImage {
  url: string;
  isSample: boolean;
  shot: ImageShot | null;
}

/** A place that waits for the owner's pictures: a product, or a place of the site's pages. */
export interface OwnPlace {
  place: ImagePlace;
  /** For the `image-updated` event: the product's id, or e.g. "pages/home-hero". */
  id: string;
  label: string;
  /** Where its uploads go, and what their names begin with. */
  folder: ImageFolder;
  fileName: string;
  /** Of a product that the shop doesn't show at present. */
  isHidden: boolean;
  /** In order, the main one first. */
  images: StandingImage[];
}

/** `sample`: what came with the shop stands there. `none`: nothing does. */
export type OwnState = "yours" | "sample" | "none";

/** Whose picture visitors see first. */
export function stateOf({ images: [main] }: Pick<OwnPlace, "images">): OwnState {
  if (!main) return "none";
  return main.isSample ? "sample" : "yours";
}

/** The photographs of a product that are the owner's already. */
export function shotsOf({ images }: Pick<OwnPlace, "images">): Set<ImageShot> {
  return new Set(images.flatMap(({ shot, isSample }) => (shot && !isSample ? [shot] : [])));
}

/** How far it is, over all places. */
export function progressOf(places: readonly OwnPlace[]): { yours: number; all: number } {
  const yours = places.filter((place) => stateOf(place) === "yours").length;
  return { yours, all: places.length };
}

/** @example inWords({ yours: 12, all: 49 }) // "12 of 49 are yours" */
export function progressInWords({ yours, all }: { yours: number; all: number }): string {
  return `${yours} of ${all} ${yours === 1 ? "is" : "are"} yours`;
}
