import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { accountExistsMail } from "#app/features/auth/mails/account-exists-mail.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { takeMail } from "#app/features/mail/recipient-limits.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { insertAccount, type NewAccount } from "#db/insert-account.ts";
import { user } from "#db/schema/accounts.ts";
import { isSameAddress } from "../capability.server.ts";
import { tellOfAccount } from "./account-told.server.ts";
import type { SignUpForm } from "./auth-forms.ts";
import { dropLinksOfOthers, mailConfirmation } from "./confirmation.server.ts";

interface SignUpSettings {
  siteUrl: string;
  /** The designated administrator's address, which nobody can claim. */
  adminEmail: string;
  emailConfirmation: boolean;
}

/**
 * - `created`: the account is there and can be signed in to.
 * - `taken`: the address has an account, and nothing was changed.
 * - `confirm`: a mail is on its way to the address. Whether it had an account is told to nobody but
 *   its owner, in that mail.
 * - a number: no mail was sent, as the address has had some; in how many seconds it may be mailed
 *   again.
 */
type SignUpOutcome = "created" | "taken" | "confirm" | number;

/**
 * Makes a wholesale account with its profile, all or nothing, and mails a link that confirms its
 * address. Of the form exactly the fields of its schema count: nobody makes themselves an
 * administrator.
 */
export async function signUp(
  db: Database,
  form: SignUpForm,
  settings: SignUpSettings,
): Promise<SignUpOutcome> {
  const { email, password, ...profile } = form;
  const { companyName, contactName, phone, address, notes } = profile;
  const wanted = {
    email,
    name: contactName || companyName,
    emailVerified: false,
    passwordHash: await hashPassword(password),
    profile: { companyName, contactName, phone, address, notes },
  };
  const open = settings.emailConfirmation ? openUnconfirmed : openAtOnce;
  return db.transaction((tx) => open(tx, wanted, settings, password));
}

// Its account is made before the first request; this holds even if somebody deletes it.
const isReserved = ({ email }: NewAccount, { adminEmail }: SignUpSettings) =>
  isSameAddress(email, adminEmail);

/** Where one can sign in before the address is confirmed. */
async function openAtOnce(
  tx: Transaction,
  wanted: NewAccount,
  settings: SignUpSettings,
): Promise<SignUpOutcome> {
  const userId = isReserved(wanted, settings) ? undefined : await insertAccount(tx, wanted);
  if (!userId) return "taken";
  const { siteUrl } = settings;
  await mailConfirmation(tx, wanted.email, { userId, profile: {} }, siteUrl);
  await tellOfAccount(tx, userId, siteUrl);
  return "created";
}

/** Where an account is of use only once its address has been confirmed. */
async function openUnconfirmed(
  tx: Transaction,
  wanted: NewAccount,
  settings: SignUpSettings,
  password: string,
): Promise<SignUpOutcome> {
  const { email, passwordHash, profile } = wanted;
  const reserved = isReserved(wanted, settings);
  const made = reserved ? undefined : await insertAccount(tx, wanted);
  const userId = made ?? (reserved ? undefined : await unconfirmedAccount(tx, email));
  const wait = userId
    ? await mailConfirmation(tx, email, { userId, passwordHash, profile }, settings.siteUrl)
    : await mailOwner(tx, email, settings.siteUrl);
  if (wait === null) return "confirm";
  await dropLinksOfOthers(tx, email, { password, passwordHash });
  return wait;
}

/** Tells whoever has the account of an address that somebody tried to open another. */
async function mailOwner(tx: Transaction, email: string, siteUrl: string): Promise<number | null> {
  const wait = await takeMail(tx, "confirmation", email);
  if (wait !== null) return wait;
  await queueMail(tx, { to: email, ...accountExistsMail({ url: `${siteUrl}/login` }) });
  return null;
}

async function unconfirmedAccount(tx: Transaction, email: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: user.id, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email));
  return found && !found.emailVerified ? found.id : undefined;
}
