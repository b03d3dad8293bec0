import { readImageAddress, variantAddress, variantWidths } from "./image-address.ts";

export interface ImageFacts {
  width: number;
  height: number;
  /** A 16-pixel version as a data URL of about 100 characters, shown blurred while loading. */
  preview: string;
}

export interface ImageSources {
  /** The `srcSet` of `<source type="image/avif">`; null if there is only `src`. */
  avif: string | null;
  /**
   * The `srcSet` of `<source type="image/webp">`, for the few browsers without AVIF: one width
   * only, as lists of widths were a seventh of a product list's HTML. Null if there is only `src`.
   */
  webp: string | null;
  /** For `<img>`: browsers that support neither format, and external images. */
  src: string;
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  preview: string | null;
}

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
  const widest = widths.at(-1) ?? fallbackWidth;
  // Only thumbnails are ever shown in the narrowest width.
  const offered = widths.filter((width) => width >= 320 || widest <= 320);
  return {
    ...known,
    avif: offered.map((width) => `${variantAddress(address, width, "avif")} ${width}w`).join(", "),
    webp: variantAddress(address, Math.min(fallbackWidth, widest), "webp"),
    src: variantAddress(address, fallbackWidth, "jpg"),
  };
}

/** Returns the widths worth offering, up to the first beyond the image's own: no upscaling. */
export function usefulWidths(own: number | undefined): readonly number[] {
  if (own === undefined) return variantWidths;
  const enough = variantWidths.findIndex((width) => width >= own);
  return enough === -1 ? variantWidths : variantWidths.slice(0, enough + 1);
}
