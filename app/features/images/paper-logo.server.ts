import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { paperLogos } from "#db/schema/money/documents.ts";
import { readImageAddress } from "./image-address.ts";
import type { Images } from "./images.server.ts";

/** In pixels: twice the room on a sheet at 300 dpi is enough for any printer. */
const room = { width: 1500, height: 400 };

/** There is no such image in the library. */
export class LogoMissingError extends Error {
  override readonly name = "LogoMissingError";
}

/**
 * Keeps an image of the library as papers print it, and returns the digest of its bytes. What is
 * kept is never changed or removed: issued documents name it, whatever becomes of the library.
 *
 * @throws LogoMissingError
 */
export async function keepPaperLogo(
  db: Database,
  { storage, reader, work }: Pick<Images, "storage" | "reader" | "work">,
  address: string,
): Promise<string> {
  const place = readImageAddress(address);
  const known = place && (await reader.find(place.path, place.version));
  const original = known && (await storage.read(known.path));
  if (!original) throw new LogoMissingError("The library has no such image");
  const png = await work.run(async () => {
    const { sharp } = await import("./variants/encode-image.server.ts");
    return sharp(original)
      .resize({ ...room, fit: "inside", withoutEnlargement: true })
      .png({ palette: true, quality: 95 })
      .toBuffer();
  });
  const digest = createHash("sha256").update(png).digest("hex");
  await db.insert(paperLogos).values({ digest, png }).onConflictDoNothing();
  return digest;
}

/** Reads what `keepPaperLogo` has kept, for the printing thread; null for another digest. */
export function paperLogoReader(db: Database) {
  return async (digest: string): Promise<Uint8Array | null> => {
    const [kept] = await db.select().from(paperLogos).where(eq(paperLogos.digest, digest));
    return kept?.png ?? null;
  };
}
