import { createHmac, timingSafeEqual } from "node:crypto";

/** Signed tokens with a subject, for links that work without signing in. */
export interface SignedTokens {
  /** @param subject must not contain a period */
  tokenFor(subject: string, expiresAt: Date): string;
  /** Returns a token's subject; null if it is forged, for another purpose, or expired. */
  subjectOf(token: string, now?: Date): string | null;
}

/**
 * @param secret the shop's secret, from which a key per purpose is derived
 * @param purpose what the links do, in words
 */
export function createSignedTokens(secret: string, purpose: string): SignedTokens {
  const key = createHmac("sha256", secret).update(purpose).digest();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    tokenFor(subject, expiresAt) {
      const text = `${subject}.${expiresAt.getTime().toString(36)}`;
      return `${text}.${sign(text).toString("base64url")}`;
    },
    subjectOf(token, now = new Date()) {
      const [subject = "", expiry = "", signature = "", ...more] = token.split(".");
      const theirs = Buffer.from(signature, "base64url");
      const ours = sign(`${subject}.${expiry}`);
      if (more.length > 0 || theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) {
        return null;
      }
      return now.getTime() <= Number.parseInt(expiry, 36) ? subject : null;
    },
  };
}
