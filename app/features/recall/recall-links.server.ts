import { createSignedTokens, type SignedTokens } from "#app/domain/access/signed-token.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Links by which clients answer a recall without signing in. */
export interface RecallLinks {
  pathFor(noticeId: string, now?: Date): string;
  /** Returns the notice that a token answers; null if it was forged or has expired. */
  noticeOf(token: string, now?: Date): string | null;
}

/** Validity in days, because meat is kept frozen for months. */
const days = 365;

export function createRecallLinks(secret: string): RecallLinks {
  const tokens: SignedTokens = createSignedTokens(secret, "answer a recall");
  return {
    pathFor(noticeId, now = new Date()) {
      const token = tokens.tokenFor(noticeId, new Date(now.getTime() + days * 86_400_000));
      return `/recall?${new URLSearchParams({ token })}`;
    },
    noticeOf(token, now) {
      const id = tokens.subjectOf(token, now) ?? "";
      return isUuid(id) ? id : null;
    },
  };
}
