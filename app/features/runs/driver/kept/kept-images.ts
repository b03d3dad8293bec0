/** Images that the server hasn't received yet, in IndexedDB; without it, in the page's memory. */

const name = "run-images";
const memory = new Map<string, Blob>();

/** Stores an image until it is sent. */
export async function keepImage(id: string, image: Blob): Promise<void> {
  memory.set(id, image);
  // Stored as bytes, because some browsers have lost the content of stored Blobs.
  const stored = { type: image.type, bytes: await image.arrayBuffer() };
  await inStore("readwrite", (store) => store.put(stored, id)).catch(() => undefined);
}

/** Returns an image; undefined if it was sent or is lost. */
export async function keptImage(id: string): Promise<Blob | undefined> {
  const held = memory.get(id);
  if (held) return held;
  const stored = await inStore("readonly", (store) => store.get(id)).catch(() => undefined);
  const { bytes, type } = (stored ?? {}) as { bytes?: ArrayBuffer; type?: string };
  return bytes && new Blob([bytes], type ? { type } : {});
}

/** Deletes an image that was sent, or whose report was discarded. */
export async function dropImage(id: string): Promise<void> {
  memory.delete(id);
  await inStore("readwrite", (store) => store.delete(id)).catch(() => undefined);
}

async function inStore(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(name);
  const database = (await resultOf(opening)) as IDBDatabase;
  try {
    return await resultOf(use(database.transaction(name, mode).objectStore(name)));
  } finally {
    database.close();
  }
}

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Longest side of an uploaded image in pixels; the server stores no more. */
const maxSide = 1600;

/** Returns a photo as a smaller JPEG, or unchanged if this browser can't decode it. */
export async function downscaled(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const jpeg = await asBlob(canvas, "image/jpeg");
    return jpeg && jpeg.size < photo.size ? jpeg : photo;
  } catch {
    return photo;
  }
}

/** Converts a canvas to an image file. */
export function asBlob(canvas: HTMLCanvasElement, type: "image/jpeg" | "image/png") {
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.82));
}
