import { readPictureAddress, variantAddress, variantWidths } from "./picture-address.ts";

/** What is known of a picture before it has loaded. */
export interface PictureFacts {
  width: number;
  height: number;
  /** The picture in 16 pixels as a data address of some 100 characters, to be shown blurred. */
  preview: string;
}

/** What a `<picture>` is made of. */
export interface PictureSources {
  /** The `srcSet` of `<source type="image/avif">`; null where only `src` is to be had. */
  avif: string | null;
  /** The `srcSet` of `<source type="image/webp">`; null where only `src` is to be had. */
  webp: string | null;
  /** For `<img>`: browsers without either, and pictures that are not ours. */
  src: string;
  /** For both sources. */
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  preview: string | null;
}

/** What a browser that knows neither AVIF nor WebP gets. */
export const fallbackWidth = 960;

/**
 * What to put into a `<picture>` for the address of a picture, as `products.image_url` and
 * `image_mappings.url` hold it.
 *
 * @param sizes how wide the picture is shown, as the attribute says it (https://html.spec.whatwg.org/#sizes-attributes)
 * @param facts as `pictures.factsOf` tells them; without a width none is left out. A place that is never wide may say its own.
 * @example pictureSources(product.imageUrl, "(min-width: 1280px) 25vw, 100vw", facts[product.imageUrl])
 */
export function pictureSources(
  url: string,
  sizes: string,
  facts?: Partial<PictureFacts> | null,
): PictureSources {
  const address = readPictureAddress(url);
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

/** No picture is enlarged: of the widths beyond its own, the first gives all that there is. */
export function usefulWidths(own: number | undefined): readonly number[] {
  if (own === undefined) return variantWidths;
  const enough = variantWidths.findIndex((width) => width >= own);
  return enough === -1 ? variantWidths : variantWidths.slice(0, enough + 1);
}
