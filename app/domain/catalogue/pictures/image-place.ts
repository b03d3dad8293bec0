import { type ImageSources, imageSources } from "#app/domain/pictures/image-sources.ts";

/**
 * Places that show a product's image: the `sizes` attribute, and the largest width worth fetching,
 * in pixels.
 */
const places = {
  /** A column of product-grid.tsx. */
  card: {
    sizes: "(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 20rem) 45vw, 91vw",
    widest: 768,
  },
  /** The large image of the product page. */
  product: {
    sizes: "(min-width: 84rem) 45rem, (min-width: 64rem) 53vw, (min-width: 48rem) 44vw, 91vw",
    widest: 1600,
  },
  /** In the lines of lists. */
  thumbnail: { sizes: "5rem", widest: 320 },
} as const;

export type ImagePlace = keyof typeof places;

/** Returns the sources of a product's `<picture>` in one of these places. */
export function sourcesAt(place: ImagePlace, url: string): ImageSources {
  const { sizes, widest } = places[place];
  return imageSources(url, sizes, { width: widest });
}
