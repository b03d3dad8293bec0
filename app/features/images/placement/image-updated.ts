/** The browser event after each change of a picture (specification, section 4). */
const imageUpdated = "image-updated";

/**
 * Tells the page that a picture has changed. Browser only.
 *
 * @param itemId the id of the product whose picture it is; else the place, as "pages/home-hero", or
 * the path of the picture in the bucket
 */
export function announceImageUpdated(itemId: string): void {
  window.dispatchEvent(new CustomEvent(imageUpdated, { detail: { itemId } }));
}

/** Calls the listener after each change of a picture, until the returned function is called. */
export function onImageUpdated(listener: () => void): () => void {
  window.addEventListener(imageUpdated, listener);
  return () => window.removeEventListener(imageUpdated, listener);
}
