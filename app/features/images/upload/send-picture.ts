import { formatBytes } from "../library/picture-words.ts";
import { maxUploadBytes, UploadError, type UploadedPicture } from "./picture-upload.ts";

interface Sending {
  /** Called with the part that has left, between 0 and 1. */
  onProgress: (part: number) => void;
  /** Gives the sending up. */
  signal: AbortSignal;
}

const connectionLost = "The connection was lost. Please try again.";

/**
 * Sends a file to the address that `uploadAddress` makes, once. By XMLHttpRequest, because fetch
 * does not tell how much of a body has left.
 *
 * @throws UploadError with the server's words, empty where it gave none
 */
export function sendPicture(
  file: File,
  address: string,
  { onProgress, signal }: Sending,
): Promise<UploadedPicture> {
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

/** The shop answers 400 and 413 for files that no further attempt can make acceptable. */
function refusalOf({ status, response }: XMLHttpRequest, file: File): UploadError {
  const words = wordsOf(response);
  if (status === 413 && !words) return new UploadError(refusedInBetween(file), "refused");
  return new UploadError(words, status === 400 || status === 413 ? "refused" : "failed");
}

/** The shop says why it refuses a file; a 413 without a reason comes from a proxy before it. */
function refusedInBetween({ size }: File): string {
  return `A server in front of the shop refused this file because of its size, ${formatBytes(size)}. Please choose a smaller one, or have that server's limit raised: the shop takes up to ${maxUploadBytes / 1024 / 1024} MB.`;
}

function wordsOf(answer: { error?: unknown } | null): string {
  return typeof answer?.error === "string" ? answer.error : "";
}
