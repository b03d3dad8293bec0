import { type OwnPlace, stateOf } from "#app/domain/catalogue/placement/own-images.ts";
import {
  ImagesChangedError,
  type PlacedImages,
} from "#app/domain/pictures/placement/image-mapping.ts";
import type { UploadedImage } from "#app/domain/pictures/upload/image-upload.ts";
import type { ImageShot } from "#db/schema/values/images.ts";
import { saveImages } from "../editor/save-images.ts";

/** Maximum attempts if the place changes in the meantime, because others add pictures too. */
const mostTries = 4;

/**
 * Adds an uploaded picture to a place, after the owner's others; stock images are removed. Among a
 * product's first pictures, the raw one becomes the main one, whichever arrives first. Concurrent
 * changes are kept: the picture is added to what is there by then.
 *
 * @returns a function that removes it again, unless someone has changed the place since
 * @throws Error if it can't be saved
 */
export async function placeImage(
  own: OwnPlace,
  image: UploadedImage,
  shot: ImageShot | null,
): Promise<() => Promise<void>> {
  const isFirst = shot === "raw" && stateOf(own) !== "yours";
  const samples = new Set(own.images.flatMap(({ url, isSample }) => (isSample ? [url] : [])));
  let before = await standingAt(own);
  for (let tries = 1; ; tries += 1) {
    const others = before.urls.filter((url) => !samples.has(url) && url !== image.url);
    const urls = isFirst ? [image.url, ...others] : [...others, image.url];
    try {
      const after = await saveImages(own.place, urls, before.version);
      return () => takeOut(own, image, before, after);
    } catch (error) {
      if (!(error instanceof ImagesChangedError) || tries === mostTries) throw error;
      before = error.placed;
    }
  }
}

/** Loads what is stored now, since the list on the screen may be stale. */
async function standingAt({ place: { section, key } }: OwnPlace): Promise<PlacedImages> {
  const query = new URLSearchParams({ section, key });
  const response = await fetch(`/api/image-mappings?${query}`);
  if (!response.ok) throw new Error(`Reading the images of a place answered ${response.status}`);
  return response.json();
}

/** A place can't be saved empty, so its only picture is removed by deleting it. */
async function takeOut(
  { place }: OwnPlace,
  { path }: UploadedImage,
  before: PlacedImages,
  after: PlacedImages,
): Promise<void> {
  if (before.urls.length > 0) {
    await saveImages(place, before.urls, after.version);
    return;
  }
  const response = await fetch(`/api/images?${new URLSearchParams({ path })}`, {
    method: "DELETE",
  });
  if (!response.ok) throw new Error(`Taking an image out answered ${response.status}`);
}
