/**
 * What a mail is made of. Each is set once as text and once as HTML, so that the two halves of a
 * mail cannot say different things. All strings are plain text, of any origin.
 */
export type MailBlock =
  | { kind: "paragraph"; text: string }
  /** Where to go on; a button in HTML. At most one a mail. */
  | { kind: "link"; label: string; url: string }
  | { kind: "facts"; rows: { label: string; value: string }[] }
  | { kind: "table"; caption: string; rows: MailTableRow[]; total: MailTableTotal }
  /** Words of somebody else, with their line breaks. */
  | { kind: "quote"; title: string; text: string }
  /** What is good to know, but not why the mail was written. */
  | { kind: "aside"; text: string };

interface MailTableRow {
  name: string;
  detail: string;
  /** For people, e.g. "$312.38". */
  amount: string;
}

interface MailTableTotal {
  label: string;
  amount: string;
}

/** A mail before it is set. */
export interface MailDraft {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  title: string;
  blocks: MailBlock[];
  /** Why the reader gets this mail, in one sentence. */
  reason: string;
}
