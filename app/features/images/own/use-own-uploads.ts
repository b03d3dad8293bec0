import { useRef, useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { type OwnPlace, stateOf } from "#app/domain/catalogue/placement/own-images.ts";
import {
  ImagesChangedError,
  type PlacedImages,
} from "#app/domain/pictures/placement/image-mapping.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import { type UploadedImage, uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import type { ImageShot } from "#db/schema/values/images.ts";
import { saveImages } from "../editor/save-images.ts";
import { isUnderWay, type Upload } from "../upload/upload-queue.ts";
import { useUploads } from "../upload/use-uploads.ts";

export interface WantedPicture {
  file: File;
  own: OwnPlace;
  shot: ImageShot | null;
}

/** How long Undo is offered, in ms: enough to check the row. */
const undoMs = 12_000;

const unknownFailure = "There was a problem uploading your images.";

/**
 * Uploads pictures and adds each to its place as it arrives, one at a time. Pictures that arrive
 * during the same uploads can be undone together.
 */
export function useOwnUploads() {
  const wanted = useRef(new Map<string, WantedPicture>());
  const line = useRef(Promise.resolve());
  const [isPlacing, setPlacing] = useState(false);
  const undos = useRef<(() => Promise<void>)[]>([]);

  const { queue, uploads } = useUploads({
    unknownFailure,
    onUploaded(image, upload) {
      setPlacing(true);
      line.current = line.current.then(() => place(image, upload)).then(() => setPlacing(false));
    },
  });

  async function place(image: UploadedImage, { id, address }: Upload) {
    const one = wanted.current.get(address);
    if (!one) return;
    try {
      undos.current.push(await placeImage(one.own, image, one.shot));
      announceImageUpdated(one.own.id);
      queue.cancel(id);
      sayPlaced(one.own.label);
    } catch {
      const description = `${one.own.label}: the picture is uploaded, and could not be put in its place.`;
      toast({ title: "Save failed", description, variant: "destructive" });
    }
  }

  function sayPlaced(label: string) {
    const count = undos.current.length;
    toast({
      title: count === 1 ? "Picture in place" : `${count} pictures in place`,
      description: count === 1 ? label : `The last one: ${label}`,
      durationMs: undoMs,
      action: { label: "Undo", run: () => void undo() },
    });
  }

  async function undo() {
    const taken = undos.current.splice(0).reverse();
    try {
      for (const takeOut of taken) await takeOut();
      toast({ title: taken.length === 1 ? "Picture taken out" : "Pictures taken out" });
    } catch {
      const description = "A colleague changed these images meanwhile.";
      toast({ title: "Nothing more was undone", description, variant: "destructive" });
    } finally {
      announceImageUpdated("");
    }
  }

  return {
    queue,
    uploads,
    isBusy: isPlacing || uploads.some(isUnderWay),
    unknownFailure,
    isComing: (own: OwnPlace, shot: ImageShot | null) =>
      uploads.some((upload) => {
        const one = wanted.current.get(upload.address);
        return isUnderWay(upload) && one?.own.id === own.id && one.shot === shot;
      }),
    send(pictures: readonly WantedPicture[]) {
      if (!isPlacing && !uploads.some(isUnderWay)) undos.current = [];
      const left = [...pictures];
      queue.add(
        pictures.map(({ file }) => file),
        () => {
          const one = left.shift();
          if (!one) throw new Error("More files than pictures");
          const { folder, fileName } = one.own;
          const name = one.shot ? `${fileName}-${one.shot}` : fileName;
          const address = uploadAddress(folder, name, one.shot);
          wanted.current.set(address, one);
          return address;
        },
      );
    },
  };
}

export type OwnUploads = ReturnType<typeof useOwnUploads>;

/** The place may change meanwhile, because others add pictures too. */
const mostTries = 4;

/**
 * Adds an uploaded picture to a place after the owner's others, and removes stock images. Of a
 * product's first pictures, the raw one becomes the main one. Concurrent changes are kept.
 *
 * @returns a function that removes it again, unless someone has changed the place since
 * @throws Error if it can't be saved
 */
async function placeImage(
  own: OwnPlace,
  image: UploadedImage,
  shot: ImageShot | null,
): Promise<() => Promise<void>> {
  const isFirst = shot === "raw" && stateOf(own) !== "yours";
  const samples = new Set(own.images.flatMap(({ url, isSample }) => (isSample ? [url] : [])));
  let before = await standingAt(own);
  for (let tries = 1; ; tries += 1) {
    const others = before.urls.filter((url) => !samples.has(url) && url !== image.url);
    const urls = isFirst ? [image.url, ...others] : [...others, image.url];
    try {
      const after = await saveImages(own.place, urls, before.version);
      return () => takeOut(own, image, before, after);
    } catch (error) {
      if (!(error instanceof ImagesChangedError) || tries === mostTries) throw error;
      before = error.placed;
    }
  }
}

/** Loads what is stored now, because the list on the screen may be stale. */
async function standingAt({ place: { section, key } }: OwnPlace): Promise<PlacedImages> {
  const query = new URLSearchParams({ section, key });
  const response = await fetch(`/api/image-mappings?${query}`);
  if (!response.ok) throw new Error(`Reading the images of a place answered ${response.status}`);
  return response.json();
}

/** Deletes a place's only picture, because a place can't be saved empty. */
async function takeOut(
  { place }: OwnPlace,
  { path }: UploadedImage,
  before: PlacedImages,
  after: PlacedImages,
): Promise<void> {
  if (before.urls.length > 0) {
    await saveImages(place, before.urls, after.version);
    return;
  }
  const response = await fetch(`/api/images?${new URLSearchParams({ path })}`, {
    method: "DELETE",
  });
  if (!response.ok) throw new Error(`Taking an image out answered ${response.status}`);
}
