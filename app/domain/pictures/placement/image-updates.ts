import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** The browser event after each change of an image. */
const imageUpdated = "image-updated";

/**
 * Announces to the page that an image has changed. Browser only.
 *
 * @param itemId the product's id, the place, e.g. "pages/home-hero", or the image's path in the
 *   bucket
 */
export function announceImageUpdated(itemId: string): void {
  window.dispatchEvent(new CustomEvent(imageUpdated, { detail: { itemId } }));
}

/** Calls the listener after each image change; returns a function that unsubscribes. */
export function onImageUpdated(listener: () => void): () => void {
  window.addEventListener(imageUpdated, listener);
  return () => window.removeEventListener(imageUpdated, listener);
}

/** Revalidates the page after each image change. Use once per page. */
export function useImageUpdates(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => onImageUpdated(() => void revalidate()), [revalidate]);
}
