import { site } from "#app/content/site.ts";
import { composeMail } from "#app/features/mail/compose-mail.ts";
import type { MailContent } from "#app/features/mail/mail.ts";
import type { MailBlock } from "#app/features/mail/mail-block.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { hours } from "./contact-mails.ts";

/** A wholesale inquiry, as used in mails. Missing details are the empty string. */
export interface InquiryToTell {
  id: string;
  company: string;
  contact: string;
  email: string;
  phone: string;
  /** The label, e.g. "Meal prep". */
  businessType: string;
  weeklyVolume: string;
  /** The label, e.g. "Pickup". */
  delivery: string;
  notes: string;
  createdAt: Date;
}

/**
 * Notifies the company of an inquiry. Send it to `site.email` with the sender's address as
 * `replyTo`, so that replies go to the sender. `siteUrl` is the public origin without a trailing
 * slash.
 */
export function newInquiryMail(inquiry: InquiryToTell, siteUrl: string): MailContent {
  const { id, company, contact, email, phone, businessType, weeklyVolume, delivery } = inquiry;
  const sent = formatDateTime(inquiry.createdAt);
  return composeMail({
    subject: `Wholesale inquiry from ${company}`,
    preview: `${businessType}, ${delivery.toLowerCase()}, sent ${sent}`,
    title: `Wholesale inquiry from ${company}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Company", value: company },
          { label: "Contact", value: contact },
          { label: "E-mail", value: email },
          { label: "Phone", value: phone },
          { label: "Business type", value: businessType },
          { label: "Weekly volume", value: weeklyVolume || "Not provided" },
          { label: "Delivery or pickup", value: delivery },
          { label: "Sent", value: `${sent} Pacific time` },
        ],
      },
      ...notesOf(inquiry),
      { kind: "link", label: "Open the inquiry", url: `${siteUrl}/admin/inbox/inquiries/${id}` },
      { kind: "aside", text: "Replies to this e-mail go to the sender." },
    ],
    reason: `You received this e-mail because ${site.name} notifies this address of every new inquiry.`,
  });
}

function notesOf({ notes }: InquiryToTell): MailBlock[] {
  return notes ? [{ kind: "quote", title: "Notes", text: notes }] : [];
}

/** Acknowledges an inquiry to its sender; repeats nothing they typed, as `messageReceivedMail`. */
export function inquiryReceivedMail(): MailContent {
  return composeMail({
    subject: `We have your wholesale inquiry to ${site.name}`,
    preview: "We'll be in touch with you shortly to discuss your wholesale needs.",
    title: "We have your inquiry",
    blocks: [
      {
        kind: "paragraph",
        text: "Thank you for your inquiry. We'll be in touch with you shortly to discuss your wholesale needs.",
      },
      { kind: "paragraph", text: hours() },
      {
        kind: "aside",
        text: `Anything to add? Reply to this e-mail, or call ${site.phone.display}.`,
      },
    ],
    reason: `You received this e-mail because this address was entered in the ${site.name} wholesale inquiry form. If this was not you, you can ignore this e-mail.`,
  });
}

/** Invites an inquiry's sender to open an account. `url` is the absolute URL of the form. */
export function invitationMail({ url }: { url: string }): MailContent {
  return composeMail({
    subject: `Your wholesale account with ${site.name}`,
    preview: "Choose a password, and order at any hour.",
    title: "Open your wholesale account",
    blocks: [
      {
        kind: "paragraph",
        text: "Thank you for your inquiry. With a wholesale account you can order by the pound at any hour, and every order and invoice stays in one place.",
      },
      {
        kind: "paragraph",
        text: "We have filled in the form with what you told us. Look it over, choose a password, and you can start ordering.",
      },
      { kind: "link", label: "Create your account", url },
      {
        kind: "aside",
        text: `Rather talk first? Reply to this e-mail, or call ${site.phone.display}.`,
      },
    ],
    reason: `You received this e-mail because you sent ${site.name} a wholesale inquiry from this address.`,
  });
}
