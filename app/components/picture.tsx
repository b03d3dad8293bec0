import type { ComponentProps } from "react";
import { preload } from "react-dom";

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "srcSet" | "sizes"> {
  /** From `pictureSources` (features/images/picture.ts). */
  sources: { avif: string | null; webp: string | null; src: string; sizes: string };
  alt: string;
}

/**
 * A picture in the best format the browser supports, no wider than shown. High-priority pictures
 * are preloaded at the top of the page, so that browsers that support the best format find them
 * before the fonts.
 */
export function Picture({ sources: { avif, webp, src, sizes }, alt, ...image }: PictureProps) {
  if (avif && image.fetchPriority === "high") {
    preload(src, {
      as: "image",
      type: "image/avif",
      imageSrcSet: avif,
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img {...image} src={src} alt={alt} decoding="async" />
    </picture>
  );
}
