import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import type { Finding } from "./health.ts";

/** Mail to the owner about what is wrong with the shop, or no longer is. */
export function troubleMail(
  what: "begun" | "over",
  findings: readonly Finding[],
  shop: Shop,
): MailContent {
  const names = findings.map(({ name }) => name).join(", ");
  return composeMail(shop.company, {
    subject: what === "begun" ? `Action needed: ${names}` : `Resolved: ${names}`,
    preview: findings[0]?.says ?? "",
    blocks: [
      ...findings.map(({ name, says, todo }) => [`${name}:`, says, todo].filter(Boolean).join(" ")),
      { kind: "link", label: "See how the shop is", url: `${shop.siteUrl}/admin/health` },
    ],
    reason:
      "You're receiving this email because you look after the shop. You are told once of each trouble, and when it is over.",
  });
}
