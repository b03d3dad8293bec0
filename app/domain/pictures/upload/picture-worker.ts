import { answerQuestions } from "#app/lib/helper-process.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { type PrivateImage, preparePrivateImage } from "../decode-image.server.ts";
import { type PreparedImage, prepareImage } from "./prepare-image.server.ts";

// Runs in a separate process (pictures.server.ts says why). Takes one picture at a time; answers
// with the result, or why it was refused.

/** An uploaded file; `maxSide` is null for a library image. */
export interface PictureQuestion {
  file: Uint8Array;
  maxSide: number | null;
}

export type PictureAnswer = (
  | { library: PreparedImage }
  | { photo: PrivateImage }
  | { refused: string }
  | { failed: string }
) & {
  /** Memory in use after the picture, in bytes. */
  memory: number;
};

async function answer({ file, maxSide }: PictureQuestion) {
  try {
    if (maxSide === null) return { library: await prepareImage(file) };
    return { photo: await preparePrivateImage(file, maxSide) };
  } catch (error) {
    return isRefusal(error) ? { refused: error.message } : { failed: String(error) };
  }
}

answerQuestions(answer);
