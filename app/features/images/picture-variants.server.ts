import type { Log } from "#db/database.ts";
import type { VariantAddress } from "./picture-address.ts";
import type { KnownPicture } from "./picture-reader.server.ts";
import type { PictureTools } from "./pictures.server.ts";
import type { VariantStore } from "./variant-store.server.ts";

/** Pictures in the widths and formats they are delivered in. */
export interface PictureVariants {
  /**
   * A variant of a picture, or null where the picture's file is gone.
   *
   * @throws QueueFullError when too many wait to be made; what the storage failed with
   */
  of(picture: KnownPicture, variant: VariantAddress): Promise<Buffer | null>;
}

/**
 * Makes each variant once, however many ask for it at the same time, and keeps it by the digest of
 * what it was made of: a picture that is put in the place of another has variants of its own.
 */
export function createPictureVariants(
  { storage, work }: PictureTools,
  store: VariantStore,
  log: Pick<Log, "error">,
  encode = encodeVariant,
): PictureVariants {
  const making = new Map<string, Promise<Buffer | null>>();

  async function readOrMake(
    { path }: KnownPicture,
    { width, format }: VariantAddress,
    name: string,
  ): Promise<Buffer | null> {
    const kept = await store.read(name);
    if (kept) return kept;
    const made = await work.run(async () => {
      const picture = await storage.read(path);
      return picture && encode(picture, width, format);
    });
    // A full disk is no reason to show no picture.
    if (made) await store.write(name, made).catch((err) => log.error({ err }, "variant not kept"));
    return made;
  }

  return {
    of(picture, variant) {
      const name = `${picture.digest}-${variant.width}.${variant.format}`;
      const ready = making.get(name) ?? readOrMake(picture, variant, name);
      making.set(name, ready);
      return ready.finally(() => making.delete(name));
    },
  };
}

// The image library, only once somebody asks for a picture.
async function encodeVariant(
  ...args: Parameters<typeof import("./encode-variant.server.ts").encodeVariant>
) {
  const library = await import("./encode-variant.server.ts");
  return library.encodeVariant(...args);
}
