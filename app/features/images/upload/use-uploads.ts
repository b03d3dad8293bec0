import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import type { UploadedPicture } from "./picture-upload.ts";
import { sendPicture } from "./send-picture.ts";
import { createUploadQueue, type Upload, type UploadQueue } from "./upload-queue.ts";

interface UploadsUse {
  onUploaded: (picture: UploadedPicture, upload: Upload) => void;
  /** What a toast says of a file that failed without words of its own. */
  unknownFailure: string;
}

/**
 * The uploads of a page: what is on its way, and what can be done about it. Says what failed in a
 * toast; they are given up when the page is left.
 */
export function useUploads(use: UploadsUse): { queue: UploadQueue; uploads: readonly Upload[] } {
  const latest = useRef(use);
  useEffect(() => {
    latest.current = use;
  });
  const [queue] = useState(() =>
    createUploadQueue(sendPicture, {
      onUploaded: (upload, picture) => latest.current.onUploaded(picture, upload),
      onFailed: ({ message }) => {
        const description = message || latest.current.unknownFailure;
        toast({ title: "Upload failed", description, variant: "destructive" });
      },
    }),
  );
  useEffect(() => () => queue.cancelAll(), [queue]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot);
  return { queue, uploads };
}
