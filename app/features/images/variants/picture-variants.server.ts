import type { Log } from "#db/database.ts";
import { fallbackWidth, usefulWidths } from "../picture.ts";
import type { PhotoStorage } from "../storage/photo-storage.server.ts";
import type { KnownPicture } from "../storage/picture-reader.server.ts";
import type { VariantAddress } from "./variant-address.server.ts";
import { type VariantStore, variantName } from "./variant-store.server.ts";
import type { WorkQueue } from "./work-queue.server.ts";

/** Pictures in the widths and formats they are delivered in. */
export interface PictureVariants {
  /**
   * A variant of a picture, or null where the picture's file is gone.
   *
   * @throws QueueFullError when too many wait to be made; what the storage failed with
   */
  of(picture: KnownPicture, variant: VariantAddress): Promise<Buffer | null>;
  /**
   * Makes the variants of a new picture that nearly every browser asks for, when there is nothing
   * else to do, so that no visitor has to wait for them. Never fails: what is missing is made when
   * it is asked for.
   */
  prepare(picture: KnownPicture): Promise<void>;
  /** Gives up what is only being prepared. */
  stop(): void;
}

/**
 * Makes each variant once, however many ask for it at the same time, and keeps it by the digest of
 * what it was made of: a picture that is put in the place of another has variants of its own.
 */
export function createPictureVariants(
  { storage, work }: { storage: Pick<PhotoStorage, "read">; work: WorkQueue },
  store: Pick<VariantStore, "read" | "write" | "has">,
  log: Pick<Log, "error">,
  encode = encodeVariant,
): PictureVariants {
  const making = new Map<string, Promise<Buffer | null>>();
  let isStopped = false;

  async function make({ path }: KnownPicture, { width, format }: Variant, name: string) {
    const picture = await storage.read(path);
    const made = picture && (await encode(picture, width, format));
    // A full disk is no reason to show no picture.
    if (made) await store.write(name, made).catch((err) => log.error({ err }, "variant not kept"));
    return made;
  }

  async function readOrMake(picture: KnownPicture, variant: Variant, name: string) {
    const kept = await store.read(name);
    return kept ?? work.run(() => make(picture, variant, name));
  }

  function once(name: string, begin: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const ready = making.get(name) ?? begin();
    making.set(name, ready);
    return ready.finally(() => making.delete(name));
  }

  return {
    of(picture, variant) {
      const name = variantName(picture.digest, variant.width, variant.format);
      return once(name, () => readOrMake(picture, variant, name));
    },
    async prepare(picture) {
      try {
        for (const variant of usualVariants(picture)) {
          const name = variantName(picture.digest, variant.width, variant.format);
          if (await store.has(name)) continue;
          await work.run(
            async () => {
              // Whoever asks for it meanwhile waits behind this, so this must not wait for them.
              if (isStopped || making.has(name)) return;
              await once(name, () => make(picture, variant, name));
            },
            { turn: "last" },
          );
        }
      } catch (err) {
        log.error({ err }, "variants not prepared");
      }
    },
    stop() {
      isStopped = true;
    },
  };
}

type Variant = Pick<VariantAddress, "width" | "format">;

/** AVIF in every useful width; and what crawlers take, which know only `src`. */
function usualVariants({ width }: KnownPicture): Variant[] {
  const avif = usefulWidths(width).map((width) => ({ width, format: "avif" as const }));
  return [...avif, { width: fallbackWidth, format: "jpg" }];
}

// The image library, only once somebody asks for a picture.
async function encodeVariant(
  ...args: Parameters<typeof import("./encode-variant.server.ts").encodeVariant>
) {
  const library = await import("./encode-variant.server.ts");
  return library.encodeVariant(...args);
}
