import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { paperLogos } from "#db/schema/money/documents.ts";
import { readImageAddress } from "./image-address.ts";
import type { Images } from "./images.server.ts";

/** In pixels: twice the room on a sheet at 300 dpi is enough for any printer. */
const room = { width: 1500, height: 400 };

const noLogo = "There is no such image in the library. Please copy the address of one that is.";

/** The stored bytes of an image of the library; null if it has no such image. Anyone may see it. */
export async function libraryOriginal(
  { storage, reader }: Pick<Images, "storage" | "reader">,
  address: string,
): Promise<Uint8Array | null> {
  const place = readImageAddress(address);
  const known = place && (await reader.find(place.path, place.version));
  return known ? storage.read(known.path) : null;
}

/**
 * Keeps an image of the library as papers print it, and returns the digest of its bytes. What is
 * kept is never changed or removed: issued documents name it, whatever becomes of the library.
 *
 * @throws Refusal
 */
export async function keepPaperLogo(
  db: Database,
  library: Pick<Images, "storage" | "reader" | "work">,
  address: string,
): Promise<string> {
  const original = await libraryOriginal(library, address);
  if (!original) throw new Refusal("invalid", invalidMessage, { errors: { logo: [noLogo] } });
  const png = await library.work.run(async () => {
    const { sharp } = await import("./decode-image.server.ts");
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
