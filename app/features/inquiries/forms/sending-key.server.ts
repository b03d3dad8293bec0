import { createHash } from "node:crypto";
import { sendingField } from "./form-words.ts";

/**
 * Idempotency key of a submission: the mark set by the page's script plus the content, so that
 * repeated submissions are stored once, but a corrected one is new. Without JavaScript there is no
 * mark, and identical content counts once per day (UTC).
 */
export function sendingKey(fields: Record<string, string>, data: object): string {
  const mark = fields[sendingField] || new Date().toISOString().slice(0, 10);
  return createHash("sha256")
    .update(JSON.stringify([mark, data]))
    .digest("base64url");
}
