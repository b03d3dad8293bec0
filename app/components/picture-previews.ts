import { type CSSProperties, createContext, use } from "react";

/**
 * The tiny previews (`data:`) of a page's pictures by their address. Only the server has them, while
 * it renders the page (app/entry.server.tsx): so each stands in the HTML once, and not a second time
 * among the data that the browser takes the page over with.
 */
export const PicturePreviews = createContext<Record<string, string>>({});

/**
 * For an `<img>`: its preview behind it, to be seen until the picture is there. In the browser it
 * gives nothing, and what the HTML came with stays.
 */
export function usePreview(url: string): {
  style: CSSProperties | undefined;
  suppressHydrationWarning: true;
} {
  const preview = use(PicturePreviews)[url];
  const style = preview ? { background: `center / cover url(${preview})` } : undefined;
  return { style, suppressHydrationWarning: true };
}
