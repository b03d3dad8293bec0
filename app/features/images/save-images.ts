import { type ImagePlace, NoImagesSelectedError } from "./image-mapping.ts";

/**
 * Makes these the pictures of a place, in this order.
 *
 * @throws NoImagesSelectedError; Error when they could not be saved
 */
export async function saveImages(place: ImagePlace, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) throw new NoImagesSelectedError();
  const response = await fetch("/api/image-mappings", {
    method: "PUT",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ ...place, urls }),
  });
  if (!response.ok) throw new Error(`Saving images answered ${response.status}`);
}
