import type { UploadedPicture } from "./picture-upload.ts";

interface Sending {
  /** Called with the part that has left, between 0 and 1. */
  onProgress: (part: number) => void;
  /** Gives the sending up. */
  signal: AbortSignal;
}

/**
 * Sends a file to the address that `uploadAddress` makes. By XMLHttpRequest, because fetch does not
 * tell how much of a body has left.
 *
 * @throws Error with the server's words, empty where it gave none or could not be reached
 */
export function sendPicture(
  file: File,
  address: string,
  { onProgress, signal }: Sending,
): Promise<UploadedPicture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(new Error(wordsOf(request.response)));
    };
    request.onerror = () => reject(new Error(""));
    request.onabort = () => reject(new Error(""));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function wordsOf(answer: { error?: unknown } | null): string {
  return typeof answer?.error === "string" ? answer.error : "";
}
