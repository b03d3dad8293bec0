import { useRef, useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import type { OwnPlace } from "#app/domain/catalogue/placement/own-images.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import { type UploadedImage, uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import type { ImageShot } from "#db/schema/values/images.ts";
import { isUnderWay, type Upload } from "../upload/upload-queue.ts";
import { useUploads } from "../upload/use-uploads.ts";
import { placeImage } from "./place-image.ts";

/** A picture and its target place. */
export interface WantedPicture {
  file: File;
  own: OwnPlace;
  shot: ImageShot | null;
}

/** How long Undo is offered, in ms: long enough to check the row. */
const undoMs = 12_000;

const unknownFailure = "There was a problem uploading your images.";

/**
 * Uploads pictures and adds each to its place as it arrives, one after the other. Pictures that
 * arrive during the same uploads can be undone together.
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
    /** True while a picture for this place is being uploaded. */
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
