import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/features/mail/compose-mail.ts";
import type { MailContent } from "#app/features/mail/mail.ts";

/** Account details used in mails. Missing details are the empty string. */
export interface AccountToTell {
  id: string;
  email: string;
  /** Whether the address is confirmed. */
  isConfirmed: boolean;
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  notes: string;
}

/**
 * Notifies the company of a new account. Send it to `shop.company.email` with the client's address as
 * `replyTo`.
 */
export function newAccountMail(account: AccountToTell, shop: Shop): MailContent {
  const { id, email, isConfirmed, companyName, contactName, phone, address, notes } = account;
  const from = companyName || email;
  return composeMail(shop.company, {
    subject: `New wholesale account: ${from}`,
    preview: `Opened with the address ${email}`,
    title: `New account: ${from}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Company", value: companyName || notProvided },
          { label: "Contact", value: contactName || notProvided },
          { label: "Phone", value: phone || notProvided },
          { label: "E-mail", value: isConfirmed ? email : `${email} (not confirmed yet)` },
          { label: "Address", value: address || notProvided },
        ],
      },
      ...(notes ? [{ kind: "quote" as const, title: "Notes", text: notes }] : []),
      { kind: "link", label: "Open the client", url: `${shop.siteUrl}/admin/clients?client=${id}` },
      {
        kind: "aside",
        text: "You will need to confirm their first order. Reply to this e-mail to write to them.",
      },
    ],
    reason: `You received this e-mail because ${shop.company.name} notifies this address of every new account.`,
  });
}

const notProvided = "Not provided";

interface LinkMail {
  /** Absolute URL with this recipient's token. */
  url: string;
}

/**
 * Tells a client whom the staff have added that there is an account. Nothing of the imported text is
 * in it.
 */
export function accountReadyMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Your wholesale account with ${shop.company.name}`,
    preview: "Choose a password, and order at any hour.",
    title: "Your wholesale account is ready",
    blocks: [
      {
        kind: "paragraph",
        text: "You can order by the pound at any hour now, and every order and invoice stays in one place. All that is missing is a password of your own.",
      },
      { kind: "link", label: "Choose a password", url },
      {
        kind: "aside",
        text: "The link works once, for two weeks. After that, “Forgot password” on the sign-in page sends a new one.",
      },
      {
        kind: "aside",
        text: `Questions? Reply to this e-mail, or call ${shop.company.phone.display}.`,
      },
    ],
    reason: `You received this e-mail because ${shop.company.name} has you as a client with this address.`,
  });
}

/** Mails a password reset link; only for addresses that have an account. */
export function passwordResetMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Choose a new password for ${shop.company.name}`,
    preview: "The link works once, for one hour.",
    title: "Choose a new password",
    blocks: [
      {
        kind: "paragraph",
        text: `Someone, hopefully you, asked for a new password for the ${shop.company.name} account with this address.`,
      },
      { kind: "link", label: "Choose a new password", url },
      {
        kind: "aside",
        text: "The link works once, for one hour. A new password signs you out everywhere else.",
      },
      {
        kind: "aside",
        text: "If this was not you, you can ignore this e-mail: your password stays the same, and nobody can change it without this link.",
      },
    ],
    reason: "You received this e-mail because a new password was requested for this address.",
  });
}

/** Asks a new account's owner to confirm the address. */
export function confirmationMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Confirm your e-mail address for ${shop.company.name}`,
    preview: "One click, and your wholesale account is open.",
    title: "Confirm your e-mail address",
    blocks: [
      {
        kind: "paragraph",
        text: `Thank you for opening a ${shop.company.name} wholesale account. Please confirm that this address is yours, and you can start ordering.`,
      },
      { kind: "link", label: "Confirm my address", url },
      {
        kind: "aside",
        text: "The link works for one hour. If you did not open an account, please ignore this e-mail: nobody can order with this address until it is confirmed.",
      },
    ],
    reason: "You received this e-mail because an account was opened with this address.",
  });
}
