import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import type { UploadedImage } from "#app/domain/pictures/upload/image-upload.ts";
import { sendImage } from "./send-image.ts";
import { createUploadQueue, type Upload, type UploadQueue } from "./upload-queue.ts";

interface UploadsUse {
  onUploaded: (image: UploadedImage, upload: Upload) => void;
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
    createUploadQueue(sendImage, {
      onUploaded: (upload, image) => latest.current.onUploaded(image, upload),
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
