import { type ImageSources, imageSources } from "#app/domain/pictures/image-sources.ts";

/** The `sizes` attribute and the largest width worth fetching, in pixels, by place. */
const places = {
  card: {
    sizes: "(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 20rem) 45vw, 91vw",
    widest: 768,
  },
  product: {
    sizes: "(min-width: 84rem) 45rem, (min-width: 64rem) 53vw, (min-width: 48rem) 44vw, 91vw",
    widest: 1600,
  },
  thumbnail: { sizes: "5rem", widest: 320 },
} as const;

export type ImagePlace = keyof typeof places;

export function sourcesAt(place: ImagePlace, url: string): ImageSources {
  const { sizes, widest } = places[place];
  return imageSources(url, sizes, { width: widest });
}
