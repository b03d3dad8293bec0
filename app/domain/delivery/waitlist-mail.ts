import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { deliveryPath, postalParameter } from "./postal/postal-question.ts";

/** Mail that tells somebody on the waitlist that we deliver now. */
export function nowDeliveringMail(postalCode: string, shop: Shop): MailContent {
  const written = formatPostalCode(postalCode);
  return composeMail(shop.company, {
    subject: `${shop.company.name} now delivers to ${written}`,
    preview: "You asked us to tell you when we come.",
    title: `We deliver to ${written}`,
    blocks: [
      "You asked us to tell you when we come. Now we do.",
      {
        kind: "link",
        label: "See your delivery days",
        url: `${shop.siteUrl}${deliveryPath}?${new URLSearchParams({ [postalParameter]: postalCode })}`,
      },
    ],
    reason: `You're receiving this email, once, because this address was entered on our page about delivery days. If this was not you, you can ignore this email.`,
  });
}
