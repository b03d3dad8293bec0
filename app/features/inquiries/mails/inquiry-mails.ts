import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, type MailBlock, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { hoursInWords } from "./contact-mails.ts";

/** Missing details are empty strings. */
export interface InquiryToTell {
  id: string;
  company: string;
  contact: string;
  email: string;
  phone: string;
  businessType: string;
  weeklyVolume: string;
  delivery: string;
  notes: string;
  createdAt: Date;
}

/** An email to the company about an inquiry. Send it with the sender's address as `replyTo`. */
export function newInquiryMail(inquiry: InquiryToTell, shop: Shop): MailContent {
  const { id, company, contact, email, phone, businessType, weeklyVolume, delivery } = inquiry;
  const sent = formatDateTime(inquiry.createdAt);
  return composeMail(shop.company, {
    subject: `Wholesale inquiry from ${company}`,
    preview: `${businessType}, ${delivery.toLowerCase()}, sent ${sent}`,
    title: `Wholesale inquiry from ${company}`,
    blocks: [
      facts([
        { label: "Company", value: company },
        { label: "Contact", value: contact },
        { label: "Email", value: email },
        { label: "Phone", value: phone },
        { label: "Business type", value: businessType },
        { label: "Weekly volume", value: weeklyVolume || "Not provided" },
        { label: "Delivery or pickup", value: delivery },
        { label: "Sent", value: `${sent} Pacific time` },
      ]),
      ...notesOf(inquiry),
      {
        kind: "link",
        label: "Open the inquiry",
        url: `${shop.siteUrl}/admin/inbox/inquiries/${id}`,
      },
      { kind: "aside", text: "Replies to this email go to the sender." },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every new inquiry.`,
  });
}

function notesOf({ notes }: InquiryToTell): MailBlock[] {
  return notes ? [{ kind: "quote", title: "Notes", text: notes }] : [];
}

/** Acknowledges an inquiry to its sender; like `messageReceivedMail`, repeats nothing typed. */
export function inquiryReceivedMail(shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `We have your wholesale inquiry to ${shop.company.name}`,
    preview: "We'll be in touch with you shortly to discuss your wholesale needs.",
    title: "We have your inquiry",
    blocks: [
      "Thank you for your inquiry. We'll be in touch with you shortly to discuss your wholesale needs.",
      hoursInWords(shop),
      replyOrCall("Anything to add?", shop.company),
    ],
    reason: `You're receiving this email because this address was entered in the ${shop.company.name} wholesale inquiry form. If this was not you, you can ignore this email.`,
  });
}

/** Invites an inquiry's sender to open an account at `url`. */
export function invitationMail({ url }: { url: string }, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Your wholesale account with ${shop.company.name}`,
    preview: "Choose a password, and order at any hour.",
    title: "Open your wholesale account",
    blocks: [
      "Thank you for your inquiry. With a wholesale account you can order by the pound at any hour, and every order and invoice stays in one place.",
      "We have filled in the form with what you told us. Look it over, choose a password, and you can start ordering.",
      { kind: "link", label: "Create your account", url },
      replyOrCall("Rather talk first?", shop.company),
    ],
    reason: `You're receiving this email because you sent ${shop.company.name} a wholesale inquiry from this address.`,
  });
}
