import { readImageAddress, variantAddress, variantWidths } from "./image-address.ts";

/** Image data available before it loads. */
export interface ImageFacts {
  width: number;
  height: number;
  /** A 16-pixel version as a data URL of about 100 characters, shown blurred while loading. */
  preview: string;
}

/** The parts of a `<picture>` element. */
export interface ImageSources {
  /** The `srcSet` of `<source type="image/avif">`; null if there is only `src`. */
  avif: string | null;
  /** The `srcSet` of `<source type="image/webp">`; null if there is only `src`. */
  webp: string | null;
  /** For `<img>`: browsers that support neither format, and external images. */
  src: string;
  /** For both sources. */
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  preview: string | null;
}

/** Width for browsers that support neither AVIF nor WebP. */
export const fallbackWidth = 960;

/**
 * Builds the parts of a `<picture>` for a URL from `products.image_url` or `image_mappings.url`.
 *
 * @param sizes the `sizes` attribute (https://html.spec.whatwg.org/#sizes-attributes)
 * @param facts from `images.factsOf`; without a width, all widths are offered. Small places may
 *   pass their own maximum.
 * @example imageSources(product.imageUrl, "(min-width: 1280px) 25vw, 100vw",
 *   facts[product.imageUrl])
 */
export function imageSources(
  url: string,
  sizes: string,
  facts?: Partial<ImageFacts> | null,
): ImageSources {
  const address = readImageAddress(url);
  const known = {
    sizes,
    width: facts?.width,
    height: facts?.height,
    preview: facts?.preview ?? null,
  };
  if (!address) return { ...known, avif: null, webp: null, src: url };

  const widths = usefulWidths(facts?.width);
  const srcSet = (format: "avif" | "webp") =>
    widths.map((width) => `${variantAddress(address, width, format)} ${width}w`).join(", ");
  const src = variantAddress(address, fallbackWidth, "jpg");
  return { ...known, avif: srcSet("avif"), webp: srcSet("webp"), src };
}

/**
 * The widths worth offering: images aren't enlarged, so only the first width beyond the image's
 * own is included.
 */
export function usefulWidths(own: number | undefined): readonly number[] {
  if (own === undefined) return variantWidths;
  const enough = variantWidths.findIndex((width) => width >= own);
  return enough === -1 ? variantWidths : variantWidths.slice(0, enough + 1);
}
