import type { ComponentProps } from "react";

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "srcSet" | "sizes"> {
  /** As `pictureSources` tells them (features/images/picture.ts). */
  sources: { avif: string | null; webp: string | null; src: string; sizes: string };
  alt: string;
}

/** A picture in the best format that the browser knows, and no wider than it is shown. */
export function Picture({ sources: { avif, webp, src, sizes }, alt, ...image }: PictureProps) {
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img {...image} src={src} alt={alt} decoding="async" />
    </picture>
  );
}
