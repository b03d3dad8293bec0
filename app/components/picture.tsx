import type { ComponentProps } from "react";
import { preload } from "react-dom";

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "srcSet" | "sizes"> {
  /** As `pictureSources` tells them (features/images/picture.ts). */
  sources: { avif: string | null; webp: string | null; src: string; sizes: string };
  alt: string;
}

/**
 * A picture in the best format that the browser knows, and no wider than it is shown. One of high
 * priority is announced at the page's very top, where a browser that knows the best format finds it
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
