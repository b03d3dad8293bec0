import type { ImageEditor } from "#app/domain/access/capability.ts";
import { saveImageMappings } from "#app/domain/catalogue/placement/image-mappings.server.ts";
import type { ImagePlace } from "#app/domain/pictures/placement/image-mapping.ts";
import { placedImages } from "#app/domain/pictures/placement/placed-images.server.ts";
import type { Database } from "#db/database.ts";

/** Saves the images of a place as an editor who has seen its current ones. */
export async function saveImages(
  db: Database,
  imageEditor: ImageEditor,
  place: ImagePlace,
  urls: string[],
) {
  const { version } = await placedImages(db, place.section, place.key);
  return saveImageMappings(db, imageEditor, place, urls, version);
}
