import type { Log } from "#db/database.ts";
import { type VariantFormat, variantFormats, variantWidths } from "../image-address.ts";
import { fallbackWidth, usefulWidths } from "../image-sources.ts";
import type { KnownImage } from "../storage/image-reader.server.ts";
import type { ImageStorage } from "../storage/image-storage.server.ts";
import type { VariantAddress } from "./variant-address.server.ts";
import { type VariantStore, variantName } from "./variant-store.server.ts";
import type { WorkQueue } from "./work-queue.server.ts";

/** Generates and caches images in the delivered widths and formats. */
export interface ImageVariants {
  /**
   * Returns a variant of an image, or null if the image's file is missing.
   *
   * @throws QueueFullError if too many are waiting; the storage's error
   */
  of(image: KnownImage, variant: VariantAddress): Promise<Buffer | null>;
  /**
   * Returns the stored variant closest to another one, without generating anything; null if there
   * is none that the browser can show.
   */
  nearest(image: KnownImage, variant: VariantAddress): Promise<StoredVariant | null>;
  /**
   * Generates a new image's commonly requested variants while the queue is idle, so that no visitor
   * waits for them. Never fails: missing variants are generated on request.
   */
  prepare(image: KnownImage): Promise<void>;
  stop(): void;
}

interface StoredVariant {
  bytes: Buffer;
  format: VariantFormat;
}

/**
 * Generates each variant once, even under concurrent requests (single-flight), and stores it by the
 * digest of its source: a replaced image gets its own variants.
 */
export function createImageVariants(
  { storage, work }: { storage: Pick<ImageStorage, "read">; work: WorkQueue },
  store: Pick<VariantStore, "read" | "write" | "has">,
  log: Pick<Log, "error">,
  encode = encodeVariant,
): ImageVariants {
  const making = new Map<string, Promise<Buffer | null>>();
  let isStopped = false;

  async function make({ path }: KnownImage, { width, format }: Variant, name: string) {
    const image = await storage.read(path);
    const made = image && (await encode(image, width, format));
    // Still serve the image if the disk is full.
    if (made) await store.write(name, made).catch((err) => log.error({ err }, "variant not kept"));
    return made;
  }

  async function readOrMake(image: KnownImage, variant: Variant, name: string) {
    const kept = await store.read(name);
    return kept ?? work.run(() => make(image, variant, name));
  }

  function once(name: string, begin: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const ready = making.get(name) ?? begin();
    making.set(name, ready);
    return ready.finally(() => making.delete(name));
  }

  return {
    of(image, variant) {
      const name = variantName(image.digest, variant.width, variant.format);
      return once(name, () => readOrMake(image, variant, name));
    },
    async nearest(image, variant) {
      for (const { width, format } of likeness(variant)) {
        const bytes = await store.read(variantName(image.digest, width, format));
        if (bytes) return { bytes, format };
      }
      return null;
    },
    async prepare(image) {
      try {
        for (const variant of usualVariants(image)) {
          const name = variantName(image.digest, variant.width, variant.format);
          if (await store.has(name)) continue;
          await work.run(
            async () => {
              // A concurrent request for this variant would queue behind this job; waiting for it
              // would deadlock.
              if (isStopped || making.has(name)) return;
              await once(name, () => make(image, variant, name));
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

/** Returns AVIF in every useful width, and the `src` fallback, which is all that crawlers use. */
function usualVariants({ width }: KnownImage): Variant[] {
  const avif = usefulWidths(width).map((width) => ({ width, format: "avif" as const }));
  return [...avif, { width: fallbackWidth, format: "jpg" }];
}

/**
 * Returns the substitutes for a variant, best first: the other widths of its format, next larger
 * ones before smaller ones, then those of more widely supported formats.
 */
function likeness({ width, format }: Variant): Variant[] {
  const larger = variantWidths.filter((other) => other > width);
  const smaller = variantWidths.filter((other) => other < width).reverse();
  const others = [...larger, ...smaller];
  const simpler = variantFormats.slice(variantFormats.indexOf(format) + 1);
  return [
    ...others.map((width) => ({ width, format })),
    ...simpler.flatMap((format) => [width, ...others].map((width) => ({ width, format }))),
  ];
}

async function encodeVariant(
  ...args: Parameters<typeof import("./encode-image.server.ts").encodeVariant>
) {
  const library = await import("./encode-image.server.ts");
  return library.encodeVariant(...args);
}
