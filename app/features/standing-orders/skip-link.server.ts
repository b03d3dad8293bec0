import { createSignedTokens, type SignedTokens } from "#app/domain/access/signed-token.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Mailed links that skip one delivery of a standing order without signing in. */
export interface SkipLinks {
  /** Returns the path for a delivery, valid until its cut-off. */
  pathFor(delivery: { id: string; day: string }, expiresAt: Date): string;
  /** Returns the delivery that a token skips; null if it was forged or has expired. */
  deliveryOf(token: string, now?: Date): { id: string; day: string } | null;
}

const skipPath = "/skip-delivery";

export function createSkipLinks(secret: string): SkipLinks {
  const tokens: SignedTokens = createSignedTokens(secret, "skip a delivery");
  return {
    pathFor({ id, day }, expiresAt) {
      const token = tokens.tokenFor(`${id}_${day}`, expiresAt);
      return `${skipPath}?${new URLSearchParams({ token })}`;
    },
    deliveryOf(token, now) {
      const [id = "", day = ""] = (tokens.subjectOf(token, now) ?? "").split("_");
      return isUuid(id) && day !== "" ? { id, day } : null;
    },
  };
}
