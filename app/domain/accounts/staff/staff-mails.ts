import type { Company } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { staffInvitationMs } from "../lifetimes.ts";
import { roleText } from "./staff.ts";

interface Invited {
  role: StaffRole;
  invitedBy: string;
  url: string;
}

/** Invites somebody to the back office. */
export function staffInvitationMail(
  { role, invitedBy, url }: Invited,
  company: Company,
): MailContent {
  const { label, does } = roleText[role];
  return composeMail(company, {
    subject: `Join the staff of ${company.name}`,
    preview: "Choose a password, and you can sign in to the back office.",
    title: `You are invited to the back office of ${company.name}`,
    blocks: [
      `${invitedBy} invites you to work with the shop as: ${label}. ${does}`,
      { kind: "link", label: "Choose a password", url },
      { kind: "aside", text: `The link works once, for ${daysInWords(staffInvitationMs)}.` },
      {
        kind: "aside",
        text: "If you do not know what this is about, you can ignore this email: nothing happens without the link.",
      },
    ],
    reason: "You're receiving this email because an owner of the shop entered this address.",
  });
}
