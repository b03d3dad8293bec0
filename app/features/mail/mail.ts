/** The words of a mail. `text` and `html` say the same. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A mail to one person. It comes from the company (app/content/site.ts). */
export interface Mail extends MailContent {
  /** One bare address, without a name. */
  to: string;
  /** Who gets the answer, where that is not the company. */
  replyTo?: string;
}

/** What a mail server would take for the end of a header, and what no text may hold at all. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** The longest subject that is stored, in characters. */
const subjectLimit = 250;

/**
 * Any text as the single line that a header is: a company's name with a line break in it must not
 * smuggle a second header in (CWE-93).
 */
export function asHeader(text: string): string {
  const line = [...text.replace(controls, " ").replace(/ {2,}/g, " ").trim()];
  return line.length > subjectLimit
    ? `${line.slice(0, subjectLimit - 1).join("")}…`
    : line.join("");
}
