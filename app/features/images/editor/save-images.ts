import {
  type ImagePlace,
  ImagesChangedError,
  noImagesSelected,
  type PlacedImages,
} from "#app/domain/pictures/placement/image-mapping.ts";

/**
 * Saves the images of a place, in order, and returns them. `version` is the one the editor started
 * from. @throws ImagesChangedError if someone else saved first; Error if saving failed
 */
export async function saveImages(
  place: ImagePlace,
  urls: readonly string[],
  version: string,
): Promise<PlacedImages> {
  if (urls.length === 0) throw new Error(noImagesSelected);
  const response = await fetch("/api/image-mappings", {
    method: "PUT",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ ...place, urls, version }),
  });
  if (response.status === 409) throw new ImagesChangedError(await placedIn(response));
  if (!response.ok) throw new Error(`Saving images answered ${response.status}`);
  return placedIn(response);
}

async function placedIn(response: Response): Promise<PlacedImages> {
  const { urls, version }: PlacedImages = await response.json();
  return { urls, version };
}
