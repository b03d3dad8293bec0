export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** An email to one recipient. The sender is set by the owner. */
export interface Mail extends MailContent {
  /** One bare address, without a name. */
  to: string;
  /** Recipient of replies, if not the company. */
  replyTo?: string;
  /** A URL that unsubscribes from this kind of mail by a POST without a session. */
  unsubscribeUrl?: string;
  /**
   * When it expires, e.g. with its link; it isn't delivered later. Such an email is for its
   * recipient only, and is never redirected.
   */
  expiresAt?: Date;
  /** The order that it is about, whose page warns while it is unsent. */
  orderId?: string;
}

/** The name by which an email's HTML refers to an attached logo, from a paper logo's digest. */
export const logoId = (digest: string) => `logo-${digest}@mail`;

export function logoIn(html: string | null): string | null {
  return /"cid:logo-([0-9a-f]{64})@mail"/.exec(html ?? "")?.[1] ?? null;
}

/** How long news waits to be mailed together with more of the same. */
export const newsWaitMinutes = 5;

/** Control characters, including those that mail servers treat as the end of a header. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** In characters; lists of emails show no more. */
const subjectLimit = 100;

/** Makes any text a single header line, so that line breaks can't inject a header (CWE-93). */
export function asHeader(text: string): string {
  const line = [...text.replace(controls, " ").replace(/ {2,}/g, " ").trim()];
  return line.length > subjectLimit
    ? `${line.slice(0, subjectLimit - 1).join("")}…`
    : line.join("");
}
