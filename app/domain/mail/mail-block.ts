import type { Company } from "#app/content/company.ts";

/**
 * The building blocks of an email, each rendered as both text and HTML, so that the two versions
 * agree. All strings are plain, untrusted text; web addresses in them are broken up so that no mail
 * program turns them into links. The company's own text may be `trusted`; links are blocks.
 */
export type MailBlock =
  | string
  | { kind: "paragraph"; text: string; trusted?: boolean }
  /** The main link, a button in HTML. At most one per email. */
  | { kind: "link"; label: string; url: string }
  | { kind: "facts"; rows: { label: string; value: string }[] }
  | {
      kind: "table";
      caption: string;
      rows: MailTableRow[];
      /** Further rows above the total, e.g. taxes. */
      sums?: MailTableTotal[];
      total: MailTableTotal;
    }
  /** Text written by somebody else, with its line breaks. */
  | { kind: "quote"; title: string; text: string; trusted?: boolean }
  /** Additional information; `url` leads to more. */
  | { kind: "aside"; text: string; url?: string; trusted?: boolean };

export const facts = (rows: { label: string; value: string }[]): MailBlock => ({
  kind: "facts",
  rows,
});

/** Says whom to contact, after a question such as "Anything to add?". */
export function replyOrCall(question: string, { phone }: Company, by = ""): MailBlock {
  const text = `${question} Reply to this email, or call ${phone.display}${by}.`;
  return { kind: "aside", text };
}

export interface MailTableRow {
  name: string;
  /** Empty for none. */
  detail: string;
  /** Below the detail; empty or missing for none. */
  remark?: string;
  /** E.g. "$312.38". */
  amount: string;
}

export interface MailTableTotal {
  label: string;
  amount: string;
}

export interface MailDraft {
  subject: string;
  /** Preview text that mail programs show beside the subject. */
  preview: string;
  /** If it differs from the subject. */
  title?: string;
  blocks: MailBlock[];
  /** Why the recipient gets this email, in one sentence. */
  reason: string;
}
