import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { formatDateTime } from "#app/lib/dates.ts";

export interface MessageToTell {
  id: string;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
}

/** An email to the company about a message. Send it with the sender's address as `replyTo`. */
export function newMessageMail(
  { id, name, email, message, createdAt }: MessageToTell,
  shop: Shop,
): MailContent {
  return composeMail(shop.company, {
    subject: `Message from ${name}`,
    preview: `Sent through the contact form on ${formatDateTime(createdAt)}`,
    title: `Message from ${name}`,
    blocks: [
      facts([
        { label: "Name", value: name },
        { label: "Email", value: email },
        { label: "Sent", value: `${formatDateTime(createdAt)} Pacific time` },
      ]),
      { kind: "quote", title: "Message", text: message },
      { kind: "link", label: "Open the inbox", url: `${shop.siteUrl}/admin/inbox/messages/${id}` },
      { kind: "aside", text: "Replies to this email go to the sender." },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every new message.`,
  });
}

/**
 * Acknowledges a message to its sender. Repeats nothing they typed, not even the name, because
 * anyone could use the form to send text to another's address.
 */
export function messageReceivedMail(shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `We have your message to ${shop.company.name}`,
    preview: "We'll get back to you shortly.",
    title: "We have your message",
    blocks: [
      "Thank you for contacting us. We'll get back to you shortly.",
      hoursInWords(shop),
      replyOrCall("Anything to add?", shop.company),
    ],
    reason: `You're receiving this email because this address was entered in the ${shop.company.name} contact form. If this was not you, you can ignore this email.`,
  });
}

/** Returns the opening hours in a sentence. */
export function hoursInWords({ hours }: Shop): string {
  const times = hours.printed.map(({ days, hours }) => `${days}: ${hours}`);
  return `Here are our hours. ${times.join("; ")}.`;
}
