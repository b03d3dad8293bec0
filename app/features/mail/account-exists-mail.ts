import { site } from "#app/content/site.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailContent } from "./mail.ts";

/**
 * Answers whoever tried to open an account with an address that has one, where addresses are
 * confirmed: on the screen they are told what everybody is told.
 *
 * @param url where one signs in, absolute
 */
export function accountExistsMail({ url }: { url: string }): MailContent {
  return composeMail({
    subject: `You already have an account with ${site.name}`,
    preview: "Sign in as usual, or choose a new password.",
    title: "You already have an account",
    blocks: [
      {
        kind: "paragraph",
        text: `Somebody, we hope you, tried to open a wholesale account with ${site.name} for this address. There is one already, and nothing about it has changed.`,
      },
      { kind: "link", label: "Sign in", url },
      {
        kind: "aside",
        text: "If you have forgotten your password, choose a new one there. If it was not you, there is nothing to do.",
      },
    ],
    reason: "You get this because an account was to be opened with this address.",
  });
}
