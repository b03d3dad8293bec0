import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts, replyOrCall } from "#app/domain/mail/mail-block.ts";
import { daysInWords, hoursInWords } from "#app/lib/in-words.ts";
import { invitationMs, linkMs } from "../lifetimes.ts";

/** Account details used in emails. Missing details are the empty string. */
export interface AccountToTell {
  id: string;
  email: string;
  isConfirmed: boolean;
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  notes: string;
}

/** Notifies `shop.company.email` of a new account; pass the client's address as `replyTo`. */
export function newAccountMail(account: AccountToTell, shop: Shop): MailContent {
  const { id, email, isConfirmed, companyName, contactName, phone, address, notes } = account;
  const from = companyName || email;
  return composeMail(shop.company, {
    subject: `New wholesale account: ${from}`,
    preview: `Opened with the address ${email}`,
    title: `New account: ${from}`,
    blocks: [
      facts([
        { label: "Company", value: companyName || notProvided },
        { label: "Contact", value: contactName || notProvided },
        { label: "Phone", value: phone || notProvided },
        { label: "Email", value: isConfirmed ? email : `${email} (not confirmed yet)` },
        { label: "Address", value: address || notProvided },
      ]),
      ...(notes ? [{ kind: "quote" as const, title: "Notes", text: notes }] : []),
      { kind: "link", label: "Open the client", url: `${shop.siteUrl}/admin/clients?client=${id}` },
      {
        kind: "aside",
        text: "You will need to confirm their first order. Reply to this email to write to them.",
      },
    ],
    reason: `You're receiving this email because ${shop.company.name} notifies this address of every new account.`,
  });
}

const notProvided = "Not provided";

interface LinkMail {
  url: string;
}

/** Tells a client added by staff about their account. Contains none of the imported text. */
export function accountReadyMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Your wholesale account with ${shop.company.name}`,
    preview: "Choose a password, and order at any hour.",
    title: "Your wholesale account is ready",
    blocks: [
      "You can order by the pound at any hour now, and every order and invoice stays in one place. All that is missing is a password of your own.",
      { kind: "link", label: "Choose a password", url },
      {
        kind: "aside",
        text: `The link works once, for ${daysInWords(invitationMs)}. After that, “Forgot password” on the sign-in page sends a new one.`,
      },
      replyOrCall("Questions?", shop.company),
    ],
    reason: `You're receiving this email because ${shop.company.name} has you as a client with this address.`,
  });
}

/** Sends a password reset link; only for addresses that have an account. */
export function passwordResetMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Choose a new password for ${shop.company.name}`,
    preview: `The link works once, for ${hoursInWords(linkMs)}.`,
    title: "Choose a new password",
    blocks: [
      `Someone, hopefully you, asked for a new password for the ${shop.company.name} account with this address.`,
      { kind: "link", label: "Choose a new password", url },
      {
        kind: "aside",
        text: `The link works once, for ${hoursInWords(linkMs)}. A new password signs you out everywhere else.`,
      },
      {
        kind: "aside",
        text: "If this was not you, you can ignore this email: your password stays the same, and nobody can change it without this link.",
      },
    ],
    reason: "You're receiving this email because a new password was requested for this address.",
  });
}

/** Asks a new account's owner to confirm the address. */
export function confirmationMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Confirm your email address for ${shop.company.name}`,
    preview: "One click tells us that this address is yours.",
    title: "Confirm your email address",
    blocks: [
      `Thank you for opening a ${shop.company.name} wholesale account. Please confirm that this address is yours: until then we don’t email you about your orders.`,
      { kind: "link", label: "Confirm my address", url },
      {
        kind: "aside",
        text: `The link works for ${hoursInWords(linkMs)}. If you did not open an account, please ignore this email.`,
      },
    ],
    reason: "You're receiving this email because an account was opened with this address.",
  });
}

/** Asks a client to confirm an address that staff entered for their account. */
export function newAddressMail({ url }: LinkMail, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Confirm your new email address for ${shop.company.name}`,
    preview: "Sign in with it from then on.",
    title: "Confirm your new email address",
    blocks: [
      `Our staff entered this address for your ${shop.company.name} account. Please confirm that it is yours. From then on you sign in with it, and our emails come here.`,
      { kind: "link", label: "Confirm my address", url },
      {
        kind: "aside",
        text: `The link works for ${hoursInWords(linkMs)}. If you didn’t ask for this, ignore this email, or call ${shop.company.phone.display}.`,
      },
    ],
    reason: "You're receiving this email because this address was entered for an account with us.",
  });
}

/** Tells an account's old address that it was replaced. */
export function addressChangedMail(shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Your email address was changed: ${shop.company.name}`,
    preview: "This address no longer signs in.",
    title: "Your email address was changed",
    blocks: [
      `Your ${shop.company.name} account has another email address now. This one no longer signs in, and our emails go to the new one.`,
      {
        kind: "aside",
        text: `If you didn’t ask for this, call ${shop.company.phone.display} or reply to this email.`,
      },
    ],
    reason: `You're receiving this email because your ${shop.company.name} account had this address.`,
  });
}

/**
 * Tells an account's owner that someone signed up with their address, where addresses must be
 * confirmed. The page gives everyone the same answer. `url` is the login page's, absolute.
 */
export function accountExistsMail({ url }: { url: string }, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `You already have an account with ${shop.company.name}`,
    preview: "Sign in as usual, or choose a new password.",
    title: "You already have an account",
    blocks: [
      `Someone, hopefully you, tried to open a wholesale account with ${shop.company.name} using this address. You already have one, and nothing about it has changed.`,
      { kind: "link", label: "Sign in", url },
      {
        kind: "aside",
        text: "If you have forgotten your password, you can choose a new one there. If this was not you, you can ignore this email.",
      },
    ],
    reason:
      "You're receiving this email because someone tried to open an account with this address.",
  });
}
