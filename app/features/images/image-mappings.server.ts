import { and, asc, eq } from "drizzle-orm";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import {
  type ImageMapping,
  type ImagePlace,
  InvalidImagePlaceError,
  isImageName,
} from "./image-mapping.ts";
import { checkedImageUrl } from "./image-url.ts";

/** The first position is the picture that is shown; further ones belong to galleries. */
const shown = 0;

/** The address of the picture for a key of a section, or null. Anyone may call it. */
export async function imageUrl(db: Database, section: string, key: string): Promise<string | null> {
  if (!isImageName(section) || !isImageName(key)) return null;
  const [mapping] = await db
    .select({ url: imageMappings.url })
    .from(imageMappings)
    .where(at({ section, key }))
    .limit(1);
  return mapping?.url ?? null;
}

/** All pictures of a section by key, those of one key in their order. Anyone may call it. */
export async function listImageUrls(db: Database, section: string): Promise<ImageMapping[]> {
  if (!isImageName(section)) return [];
  return db
    .select({ url: imageMappings.url, imageKey: imageMappings.imageKey })
    .from(imageMappings)
    .where(eq(imageMappings.section, section))
    .orderBy(asc(imageMappings.imageKey), asc(imageMappings.position));
}

/**
 * Makes a picture the one shown for a key of a section, whether or not there was one before. Two
 * at once leave one mapping, the later one's. For the designated administrator.
 *
 * @throws InvalidImagePlaceError, InvalidImageUrlError
 */
export async function saveImageMapping(
  db: Database,
  imageEditor: ImageEditor,
  { section, key, url: typedUrl }: ImagePlace & { url: string },
): Promise<void> {
  if (!isImageName(section) || !isImageName(key))
    throw new InvalidImagePlaceError({ section, key });
  const url = checkedImageUrl(typedUrl);
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ url: imageMappings.url })
      .from(imageMappings)
      .where(at({ section, key }))
      .for("update");
    if (before?.url === url) return;
    await tx
      .insert(imageMappings)
      .values({ section, imageKey: key, position: shown, url })
      .onConflictDoUpdate({
        target: [imageMappings.section, imageMappings.imageKey, imageMappings.position],
        set: { url },
      });
    await tx.insert(auditLog).values({
      actorId: imageEditor.userId,
      actorEmail: imageEditor.email,
      entity: "image",
      entityId: `${section}/${key}`,
      action: before ? "changed" : "added",
      before,
      after: { url },
    });
  });
}

function at({ section, key }: ImagePlace) {
  return and(
    eq(imageMappings.section, section),
    eq(imageMappings.imageKey, key),
    eq(imageMappings.position, shown),
  );
}
