import type { ImageEditor } from "#app/features/auth/capability.ts";
import type { ImagePlace } from "#app/features/images/placement/image-mapping.ts";
import {
  placedImages,
  saveImageMappings,
} from "#app/features/images/placement/image-mappings.server.ts";
import type { Database } from "#db/database.ts";

/** Saves the images of a place as an editor does who has just seen those that are there. */
export async function saveImages(
  db: Database,
  imageEditor: ImageEditor,
  place: ImagePlace,
  urls: string[],
) {
  const { version } = await placedImages(db, place.section, place.key);
  return saveImageMappings(db, imageEditor, place, urls, version);
}
