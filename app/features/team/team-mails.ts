import type { Company } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";
import { memberRoleText, teamInvitationDays } from "./team.ts";

interface Invited {
  role: MemberRole;
  /** The owner's address. Free text from the owner isn't mailed to unverified addresses. */
  invitedBy: string;
  /** Absolute URL with this recipient's token. */
  url: string;
}

/** An email inviting someone to a client's team. */
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
      `${invitedBy} buys from ${company.name} and invites you to their account as: ${label}. ${does}`,
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

/** An email to the old and the new owner of a client's account about the handover. */
export function handedOverMail(
  { from, to }: { from: string; to: string },
  company: Company,
): MailContent {
  return composeMail(company, {
    subject: `Your account at ${company.name} has another owner`,
    preview: `${to} manages the team and the business details now.`,
    title: "Handed over",
    blocks: [
      `${from} has made ${to} the owner of your account: they manage the team and the business details from now on. ${from} still orders, and approves what others order.`,
      {
        kind: "aside",
        text: `Not what you wanted? Call ${company.phone.display}, or reply to this email.`,
      },
    ],
    reason: "You're receiving this email because you sign in for this account.",
  });
}
