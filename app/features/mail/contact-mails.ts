import { openingHours, site } from "#app/content/site.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailContent } from "./mail.ts";

/** A message of the contact form as its mails tell of it. */
export interface MessageToTell {
  id: string;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
}

/**
 * Tells the company of a message. Send it to `site.email` with the sender's address as `replyTo`, so
 * that an answer goes to the sender. `siteUrl` is the public origin, without a slash.
 */
export function newMessageMail(
  { id, name, email, message, createdAt }: MessageToTell,
  siteUrl: string,
): MailContent {
  return composeMail({
    subject: `Message from ${name}`,
    preview: `Sent with the contact form on ${formatDateTime(createdAt)}`,
    title: `Message from ${name}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Name", value: name },
          { label: "E-mail", value: email },
          { label: "Sent", value: `${formatDateTime(createdAt)} Pacific time` },
        ],
      },
      { kind: "quote", title: "Message", text: message },
      { kind: "link", label: "Open the inbox", url: `${siteUrl}/admin/inbox/messages/${id}` },
      { kind: "aside", text: "An answer to this mail goes to the sender." },
    ],
    reason: `You get this because ${site.name} is told of each message at this address.`,
  });
}

/**
 * Tells whoever sent a message that it has arrived. It repeats nothing of what was typed, the name
 * included: anybody can type any address, and nobody shall send words of theirs by our hand.
 */
export function messageReceivedMail(): MailContent {
  return composeMail({
    subject: `We have your message to ${site.name}`,
    preview: "We'll get back to you shortly.",
    title: "We have your message",
    blocks: [
      {
        kind: "paragraph",
        text: "Thank you for contacting us. We'll get back to you shortly.",
      },
      { kind: "paragraph", text: hours() },
      {
        kind: "aside",
        text: `Something to add? Answer this mail, or call ${site.phone.display}.`,
      },
    ],
    reason: `You get this because a message was sent from this address with the contact form of ${site.name}. If it was not you, there is nothing to do.`,
  });
}

/** When somebody is there, in a sentence. */
export function hours(): string {
  const times = openingHours.map(({ days, hours }) => `${days}: ${hours}`);
  return `Somebody is there at these times. ${times.join("; ")}.`;
}
