import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import type { UploadedPicture } from "./picture-upload.ts";
import { sendPicture } from "./send-picture.ts";
import { createUploadQueue, type Upload, type UploadQueue } from "./upload-queue.ts";

interface UploadsUse {
  onUploaded: (picture: UploadedPicture, upload: Upload) => void;
  /** Toast message for uploads that fail without one. */
  unknownFailure: string;
}

/**
 * A page's uploads and their controls. Shows failures as toasts, and cancels all uploads when the
 * page is left.
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
