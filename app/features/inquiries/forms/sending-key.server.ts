import { createHash } from "node:crypto";
import { sendingField } from "./form-words.ts";

/**
 * What tells one sending of a form from another: the mark that the page's script gave it and what was
 * typed, so that the same is kept once however often it arrives, and a corrected one is another.
 * Without JavaScript there is no mark, and the same words count once on a day (UTC).
 */
export function sendingKey(fields: Record<string, string>, data: object): string {
  const mark = fields[sendingField] || new Date().toISOString().slice(0, 10);
  return createHash("sha256")
    .update(JSON.stringify([mark, data]))
    .digest("base64url");
}
