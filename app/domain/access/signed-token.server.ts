import { createHmac, timingSafeEqual } from "node:crypto";

/** Tokens that name something, in links that work without signing in. */
export interface SignedTokens {
  /** @param subject without a full stop */
  tokenFor(subject: string, expiresAt: Date): string;
  /** What a token names; null for one that was forged, is of another purpose, or has expired. */
  subjectOf(token: string, now?: Date): string | null;
}

/**
 * @param secret of the shop; a key of its own is made of it for each purpose
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
