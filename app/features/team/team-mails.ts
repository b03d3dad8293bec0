import type { Company } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";
import { memberRoleText, teamInvitationDays } from "./team.ts";

interface Invited {
  role: MemberRole;
  /** The owner's address. Nothing that they typed freely goes to an address that proved nothing. */
  invitedBy: string;
  /** Absolute URL with this recipient's token. */
  url: string;
}

/** Invites somebody to the team of a client. */
export function teamInvitationMail(
  { role, invitedBy, url }: Invited,
  company: Company,
): MailContent {
  const { label, does } = memberRoleText[role];
  return composeMail(company, {
    subject: `Join ${invitedBy} at ${company.name}`,
    preview: "See your restaurant’s orders, and order from one account.",
    title: "You are invited to a team",
    blocks: [
      {
        kind: "paragraph",
        text: `${invitedBy} buys from ${company.name} and invites you to their account as: ${label}. ${does}`,
      },
      { kind: "link", label: "Join the team", url },
      {
        kind: "aside",
        text: `The link works once, for ${daysInWords(teamInvitationDays * 24 * 60 * 60_000)}.`,
      },
      {
        kind: "aside",
        text: "If you do not know what this is about, you can ignore this email: nothing happens without the link.",
      },
    ],
    reason: `You're receiving this email because ${invitedBy} entered this address.`,
  });
}
