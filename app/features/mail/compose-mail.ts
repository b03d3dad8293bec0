import type { MailContent } from "./mail.ts";
import type { MailDraft } from "./mail-block.ts";
import { mailHtml } from "./mail-html.ts";
import { mailText } from "./mail-text.ts";

/** Renders a mail as text and as HTML. */
export function composeMail(draft: MailDraft): MailContent {
  return { subject: draft.subject, text: mailText(draft), html: mailHtml(draft) };
}
