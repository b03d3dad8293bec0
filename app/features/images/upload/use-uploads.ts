import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { formatBytes } from "#app/domain/pictures/library/image-words.ts";
import { UploadError, type UploadedImage } from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { createUploadQueue, type Upload, type UploadQueue } from "./upload-queue.ts";

interface UploadsUse {
  onUploaded: (image: UploadedImage, upload: Upload) => void;
  /** Message for uploads that fail without one. */
  unknownFailure: string;
}

/** A page's uploads and their controls. Shows failures as toasts; leaving the page cancels all. */
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

interface Sending {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

const connectionLost = "The connection was lost. Please try again.";

/**
 * Uploads a file once, by XMLHttpRequest, because fetch doesn't report progress. @throws
 * UploadError with the server's message, empty if there was none
 */
function sendImage(
  file: File,
  address: string,
  { onProgress, signal }: Sending,
): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new UploadError(connectionLost, "lost"));
    request.open("POST", address);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(refusalOf(request, file));
    };
    request.onerror = lost;
    request.onabort = lost;
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** After 400 and 413, the file will never be accepted. */
function refusalOf({ status, response }: XMLHttpRequest, file: File): UploadError {
  const words = wordsOf(response);
  if (status === 413 && !words) return new UploadError(refusedInBetween(file), "refused");
  return new UploadError(words, status === 400 || status === 413 ? "refused" : "failed");
}

/** Our own 413 has a reason; one without comes from a proxy in front of the shop. */
function refusedInBetween({ size }: File): string {
  return `A server in front of the shop refused this file because of its size, ${formatBytes(size)}. Please choose a smaller one, or have that server's limit raised: the shop takes up to ${maxUploadBytes / 1024 / 1024} MB.`;
}

function wordsOf(answer: { error?: unknown } | null): string {
  return typeof answer?.error === "string" ? answer.error : "";
}
