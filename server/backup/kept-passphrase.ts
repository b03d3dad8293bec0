import { scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { KeptPassphrase } from "#app/features/health/check.server.ts";

/** Of 16 MB and some 50 ms, so that a mark in the audit log is no help to who guesses. */
const derive = promisify<string, string, number, Buffer>(scrypt);

/** What the health page asks of the passphrase of the backups off the machine. */
export function keptPassphrase(passphrase: string, salt: string): KeptPassphrase {
  const markOf = (text: string) => derive(text.normalize("NFC"), `passphrase of ${salt}`, 16);
  let own: Promise<Buffer> | undefined;
  const ownMark = () => {
    own ??= markOf(passphrase);
    return own;
  };
  return {
    mark: async () => (await ownMark()).toString("base64url"),
    isIt: async (typed) => timingSafeEqual(await markOf(typed), await ownMark()),
  };
}
