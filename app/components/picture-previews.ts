import { type CSSProperties, createContext, use } from "react";

/**
 * Tiny previews (`data:`) of a page's pictures, by URL. Only provided during server rendering
 * (app/entry.server.tsx), so that each is in the HTML once, and not again in the hydration data.
 */
export const PicturePreviews = createContext<Record<string, string>>({});

/**
 * Shows a preview behind an `<img>` until it has loaded. In the browser it returns nothing, and the
 * server-rendered style stays.
 */
export function usePreview(url: string): {
  style: CSSProperties | undefined;
  suppressHydrationWarning: true;
} {
  const preview = use(PicturePreviews)[url];
  const style = preview ? { background: `center / cover url(${preview})` } : undefined;
  return { style, suppressHydrationWarning: true };
}
