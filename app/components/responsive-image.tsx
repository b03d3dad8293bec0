import { type ComponentProps, type CSSProperties, createContext, use } from "react";
import { preload } from "react-dom";

interface ResponsiveImageProps extends Omit<ComponentProps<"img">, "src" | "srcSet" | "sizes"> {
  /** From `imageSources` (domain/pictures/image-sources.ts). */
  sources: { avif: string | null; webp: string | null; src: string; sizes: string };
  alt: string;
}

/**
 * An image in the best format the browser supports, no wider than shown. High-priority images are
 * preloaded at the top of the page, so that browsers find them before the fonts.
 */
export function ResponsiveImage({
  sources: { avif, webp, src, sizes },
  alt,
  ...image
}: ResponsiveImageProps) {
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
      {webp && <source type="image/webp" srcSet={webp} />}
      <img {...image} src={src} alt={alt} decoding="async" />
    </picture>
  );
}

/**
 * Tiny previews (`data:`) of a page's images, by URL. Only provided during server rendering
 * (app/entry.server.tsx), so that each is in the HTML once, and not again in the hydration data.
 */
export const ImagePreviews = createContext<Record<string, string>>({});

/** Shows a preview behind an `<img>` until it has loaded. Returns nothing in the browser. */
export function usePreview(url: string): {
  style: CSSProperties | undefined;
  suppressHydrationWarning: true;
} {
  const preview = use(ImagePreviews)[url];
  const style = preview ? { background: `center / cover url(${preview})` } : undefined;
  return { style, suppressHydrationWarning: true };
}
