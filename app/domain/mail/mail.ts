/** A mail's content. `text` and `html` say the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A mail to one recipient. The sender is set by the owner. */
export interface Mail extends MailContent {
  /** One bare address, without a name. */
  to: string;
  /** Recipient of replies, if not the company. */
  replyTo?: string;
  /** A URL that takes a POST without a session: no further mails of this kind. */
  unsubscribeUrl?: string;
  /**
   * When it is of no use any more, e.g. when its link ends: it isn't delivered later. Such a mail is
   * for its recipient alone, and is never sent to another address.
   */
  expiresAt?: Date;
  /** The order that it tells its client of, whose page says while it has not left. */
  orderId?: string;
}

/** By what a mail's HTML names a logo that is sent with it; of the digest of a paper logo. */
export const logoId = (digest: string) => `logo-${digest}@mail`;

/** The digest of the logo that a mail's HTML shows; null for none. */
export function logoIn(html: string | null): string | null {
  return /"cid:logo-([0-9a-f]{64})@mail"/.exec(html ?? "")?.[1] ?? null;
}

/** How long news of a change waits for more of the same before it is mailed. */
export const newsWaitMinutes = 5;

/** Control characters, including those that mail servers treat as the end of a header. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** Maximum length of subjects, in characters: what lists of mails show of them. */
const subjectLimit = 100;

/**
 * Makes any text a single header line: a line break, e.g. in a company's name, must not inject
 * another header (CWE-93).
 */
export function asHeader(text: string): string {
  const line = [...text.replace(controls, " ").replace(/ {2,}/g, " ").trim()];
  return line.length > subjectLimit
    ? `${line.slice(0, subjectLimit - 1).join("")}…`
    : line.join("");
}
