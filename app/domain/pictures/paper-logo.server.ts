import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { paperLogos } from "#db/schema/money/documents.ts";
import { readImageAddress } from "./image-address.ts";
import type { Images } from "./images.server.ts";

/** In pixels; enough for any printer, being twice the space on a sheet at 300 dpi. */
const room = { width: 1500, height: 400 };

const noLogo = "There is no such image in the library. Please copy the address of one that is.";

/** Returns the stored bytes of a library image; null if there is none. Anyone may see it. */
export async function libraryOriginal(
  { storage, reader }: Pick<Images, "storage" | "reader">,
  address: string,
): Promise<Uint8Array | null> {
  const place = readImageAddress(address);
  const known = place && (await reader.find(place.path, place.version));
  return known ? storage.read(known.path) : null;
}

/**
 * Stores a library image for printing on papers, and returns the digest of its bytes. The copy is
 * never changed or removed, even with its library image, because issued documents refer to it.
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

/** Returns a function for the printing thread that reads a kept logo, or null. */
export function paperLogoReader(db: Database) {
  return async (digest: string): Promise<Uint8Array | null> => {
    const [kept] = await db.select().from(paperLogos).where(eq(paperLogos.digest, digest));
    return kept?.png ?? null;
  };
}
