import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";

/**
 * Mailed to the owner when someone signs up with an address that already has an account and
 * addresses must be confirmed. The page gives everyone the same answer.
 *
 * @param url absolute URL of the login page
 */
export function accountExistsMail({ url }: { url: string }, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `You already have an account with ${shop.company.name}`,
    preview: "Sign in as usual, or choose a new password.",
    title: "You already have an account",
    blocks: [
      `Someone, hopefully you, tried to open a wholesale account with ${shop.company.name} using this address. You already have one, and nothing about it has changed.`,
      { kind: "link", label: "Sign in", url },
      {
        kind: "aside",
        text: "If you have forgotten your password, you can choose a new one there. If this was not you, you can ignore this email.",
      },
    ],
    reason:
      "You're receiving this email because someone tried to open an account with this address.",
  });
}
