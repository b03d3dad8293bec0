import type { Log } from "#db/database.ts";
import { fallbackWidth, usefulWidths } from "../picture.ts";
import type { PhotoStorage } from "../storage/photo-storage.server.ts";
import type { KnownPicture } from "../storage/picture-reader.server.ts";
import type { VariantAddress } from "./variant-address.server.ts";
import { type VariantStore, variantName } from "./variant-store.server.ts";
import type { WorkQueue } from "./work-queue.server.ts";

/** Generates and caches pictures in the delivered widths and formats. */
export interface PictureVariants {
  /**
   * A variant of a picture, or null if the picture's file is missing.
   *
   * @throws QueueFullError if too many are waiting; the storage's error
   */
  of(picture: KnownPicture, variant: VariantAddress): Promise<Buffer | null>;
  /**
   * Generates a new picture's commonly requested variants while the queue is idle, so that no
   * visitor waits for them. Never fails: missing variants are generated on request.
   */
  prepare(picture: KnownPicture): Promise<void>;
  /** Cancels pending preparation. */
  stop(): void;
}

/**
 * Generates each variant once, even under concurrent requests (single-flight), and stores it by the
 * digest of its source, so a replaced picture gets its own variants.
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
    // Still serve the picture if the disk is full.
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
              // A concurrent request for this variant would queue behind this job, so waiting for
              // it would deadlock.
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

/** AVIF in every useful width, and the `src` fallback, which is all that crawlers use. */
function usualVariants({ width }: KnownPicture): Variant[] {
  const avif = usefulWidths(width).map((width) => ({ width, format: "avif" as const }));
  return [...avif, { width: fallbackWidth, format: "jpg" }];
}

// Load the image library only when it's needed.
async function encodeVariant(
  ...args: Parameters<typeof import("./encode-picture.server.ts").encodeVariant>
) {
  const library = await import("./encode-picture.server.ts");
  return library.encodeVariant(...args);
}
