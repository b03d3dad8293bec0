import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { formatDateTime } from "#app/lib/dates.ts";

// Emails about how an account is signed in to, mostly to staff. They aren't rate-limited: only
// somebody who has signed in, or has access to the machine, can cause one.

/** A change of how an account is signed in to; also the action in the audit log. */
export type FactorEvent =
  | "password changed"
  | "authenticator app added"
  | "authenticator app removed"
  | "passkey added"
  | "passkey removed"
  | "recovery codes made"
  | "recovery code used"
  | "second factor reset"
  | "too many wrong codes"
  | "too many wrong proofs";

const texts: Record<FactorEvent, { title: string; text: string }> = {
  "password changed": {
    title: "Your password was changed",
    text: "The one from before no longer works, and every session that it had opened has ended.",
  },
  "authenticator app added": {
    title: "An authenticator app was added",
    text: "From now on, signing in asks for a code of that app. Any app from before no longer works.",
  },
  "authenticator app removed": {
    title: "Your authenticator app was removed",
    text: "Its codes no longer work for your account.",
  },
  "passkey added": {
    title: "A passkey was added",
    text: "From now on, signing in asks for a passkey or a code.",
  },
  "passkey removed": {
    title: "A passkey was removed",
    text: "It no longer works for your account.",
  },
  "recovery codes made": {
    title: "New recovery codes were made",
    text: "The ones from before no longer work.",
  },
  "recovery code used": {
    title: "A recovery code was used",
    text: "One of your recovery codes was used to sign in. It does not work again.",
  },
  "too many wrong codes": {
    title: "Someone has your password",
    text: "They gave it, and then wrong codes, until we stopped them. They were not let in. If it was not you, choose a new password now.",
  },
  "too many wrong proofs": {
    title: "Wrong answers in one of your sessions",
    text: "Someone who is signed in as you was asked to confirm that it is you, and answered wrongly until we stopped them. What they wanted was not done.",
  },
  "second factor reset": {
    title: "Your second factor was reset",
    text: "Whoever looks after the shop's server has removed your authenticator app, passkeys and recovery codes, and ended all your sessions. Sign in with your password, and set them up again.",
  },
};

/** Tells the account's owner about a change of its second factors. */
export function secondFactorMail(
  event: FactorEvent,
  { codesLeft }: { codesLeft?: number },
  shop: Shop,
): MailContent {
  const { title, text } = texts[event];
  const left = codesLeft === undefined ? "" : ` You have ${codesLeft} left.`;
  const isPassword = event === "password changed";
  return securityMail({ title, text: text + left, isPassword }, shop);
}

/** Tells a client that their account's password was changed. */
export function passwordChangedMail(shop: Shop): MailContent {
  const { siteUrl, company } = shop;
  const { title, text } = texts["password changed"];
  return composeMail(company, {
    subject: `${title}: ${company.name}`,
    preview: text,
    title,
    blocks: [
      text,
      {
        kind: "aside",
        text: `If this was not you, choose a new password at the address below, which ends every session, and call ${company.phone.display}.`,
        url: `${siteUrl}/forgot-password`,
      },
    ],
    reason: `You're receiving this email because the password of your ${company.name} account was changed.`,
  });
}

/** Tells the account's owner of a sign-in from a new browser. */
export function newBrowserMail(
  opened: {
    at: Date;
    browser: string;
    network: string;
  },
  shop: Shop,
): MailContent {
  const { at, browser, network } = opened;
  const title = "New sign-in to your account";
  const text = "Your account was signed in to from a browser that we have not seen before.";
  const rows = [
    { label: "When", value: formatDateTime(at) },
    { label: "Browser", value: browser },
    ...(network ? [{ label: "Network", value: network }] : []),
  ];
  return securityMail({ title, text, rows }, shop);
}

interface SecurityMail {
  title: string;
  text: string;
  rows?: { label: string; value: string }[];
  /** True if the reader may no longer be able to sign in. */
  isPassword?: boolean;
}

function securityMail({ title, text, rows, isPassword }: SecurityMail, shop: Shop): MailContent {
  const { siteUrl, company } = shop;
  const remedy = isPassword
    ? "choose a new one by a mailed link, which ends every session:"
    : "end all other sessions on that page and choose a new password, which ends every session:";
  const url = siteUrl + (isPassword ? "/forgot-password" : "/dashboard/account/password");
  return composeMail(company, {
    subject: `${title}: ${company.name}`,
    preview: text,
    title,
    blocks: [
      text,
      ...(rows ? [facts(rows)] : []),
      { kind: "link", label: "See your sign-ins and sessions", url: `${siteUrl}/admin/security` },
      {
        kind: "aside",
        text: `If this was not you, ${remedy}`,
        url,
      },
    ],
    reason: "You're receiving this email because this address signs in to our back office.",
  });
}
