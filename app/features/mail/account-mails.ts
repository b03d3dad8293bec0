import { site } from "#app/content/site.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailContent } from "./mail.ts";

interface LinkMail {
  /** Absolute, and opened by this reader alone. */
  url: string;
}

/** Answers whoever asked for a new password, once it is known that the address has an account. */
export function passwordResetMail({ url }: LinkMail): MailContent {
  return composeMail({
    subject: `Choose a new password for ${site.name}`,
    preview: "The link works for one hour, once.",
    title: "Choose a new password",
    blocks: [
      {
        kind: "paragraph",
        text: `Somebody, we hope you, asked for a new password for the ${site.name} account at this address.`,
      },
      { kind: "link", label: "Choose a new password", url },
      {
        kind: "aside",
        text: "The link works for one hour and only once. A new password signs the account out everywhere else.",
      },
      {
        kind: "aside",
        text: "If it was not you, there is nothing to do: your password stays as it is, and nobody can change it without this link.",
      },
    ],
    reason: "You get this because a new password was asked for at this address.",
  });
}

/** Asks whoever made an account whether the address is theirs. */
export function confirmationMail({ url }: LinkMail): MailContent {
  return composeMail({
    subject: `Confirm your e-mail address for ${site.name}`,
    preview: "One click, and your wholesale account is open.",
    title: "Confirm your e-mail address",
    blocks: [
      {
        kind: "paragraph",
        text: `Thank you for opening a wholesale account with ${site.name}. Please confirm that this address is yours, and you can order.`,
      },
      { kind: "link", label: "Confirm my address", url },
      {
        kind: "aside",
        text: "The link works for one hour. If you did not open an account, leave this mail unanswered: without the confirmation nobody can use it.",
      },
    ],
    reason: "You get this because an account was opened with this address.",
  });
}
