import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { isSameAddress } from "#app/domain/access/account-rights.ts";
import { adoptGuests } from "#app/domain/customers/guests.server.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { insertAccount, type NewAccount } from "../insert-account.server.ts";
import { accountExistsMail } from "../mails/account-mails.ts";
import { tellOfAccount } from "./account-told.server.ts";
import type { SignUpForm } from "./auth-forms.ts";
import { dropLinksOfOthers, mailConfirmation } from "./confirmation.server.ts";
import { readLink, takeLink } from "./secret-links.server.ts";

interface SignUpSettings {
  shop: Shop;
  /** The designated administrator's address, which can't be used to sign up. */
  adminEmail: string;
  emailConfirmation: boolean;
}

/**
 * - `created`: the account exists and can sign in.
 * - `taken`: the address already has an account; nothing changed.
 * - `confirm`: an email is on its way; only the email reveals whether the address had an account.
 * - a number: the address has reached its limit, and may be mailed again after these seconds.
 */
type SignUpOutcome = "created" | "taken" | "confirm" | number;

/**
 * Creates a wholesale account with its profile in one transaction. Emails a link that confirms its
 * address, unless an invitation proves it. Fields outside the form's schema are ignored: nobody can
 * make themselves an administrator.
 *
 * @param invitation an invitation's token, which proves the address it was mailed to
 */
export async function signUp(
  db: Database,
  form: SignUpForm,
  settings: SignUpSettings,
  invitation = "",
): Promise<SignUpOutcome> {
  const { email, password, ...profile } = form;
  const { companyName, contactName, phone, address, postalCode, notes } = profile;
  const wanted = {
    email,
    name: contactName || companyName,
    emailVerified: false,
    passwordHash: await hashPassword(password),
    profile: { companyName, contactName, phone, address, postalCode, notes },
  };
  return db.transaction(async (tx) => {
    if (await isInvited(tx, invitation, email))
      return openInvited(tx, wanted, settings, invitation);
    const open = settings.emailConfirmation ? openUnconfirmed : openAtOnce;
    return open(tx, wanted, settings, password);
  });
}

async function isInvited(tx: Transaction, invitation: string, email: string): Promise<boolean> {
  return invitation !== "" && (await readLink(tx, "client-invitation", invitation)) === email;
}

/** Opens the account without confirmation, as the invitation was mailed to the address. */
async function openInvited(
  tx: Transaction,
  wanted: NewAccount,
  settings: SignUpSettings,
  invitation: string,
): Promise<SignUpOutcome> {
  const proved = { ...wanted, emailVerified: true };
  const userId = isReserved(wanted, settings) ? undefined : await insertAccount(tx, proved);
  if (!userId) return "taken";
  await takeLink(tx, "client-invitation", invitation);
  await adoptGuests(tx, wanted.email);
  await tellOfAccount(tx, userId, settings.shop);
  return "created";
}

// The designated account is created before the first request; this check holds even if it's gone.
const isReserved = ({ email }: NewAccount, { adminEmail }: SignUpSettings) =>
  isSameAddress(email, adminEmail);

/**
 * Opens an account that can sign in unconfirmed. If its address has reached its limit, no link is
 * mailed: the client can ask for one once signed in.
 */
async function openAtOnce(
  tx: Transaction,
  wanted: NewAccount,
  settings: SignUpSettings,
): Promise<SignUpOutcome> {
  const userId = isReserved(wanted, settings) ? undefined : await insertAccount(tx, wanted);
  if (!userId) return "taken";
  const { shop } = settings;
  await mailConfirmation(tx, wanted.email, { userId, profile: {} }, shop);
  await tellOfAccount(tx, userId, shop);
  return "created";
}

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
    ? await mailConfirmation(tx, email, { userId, passwordHash, profile }, settings.shop)
    : await mailOwner(tx, email, settings.shop);
  if (wait === null) return "confirm";
  await dropLinksOfOthers(tx, email, { password, passwordHash });
  return wait;
}

async function mailOwner(tx: Transaction, email: string, shop: Shop): Promise<number | null> {
  const wait = await takeMail(tx, "confirmation", email);
  if (wait !== null) return wait;
  await queueMail(tx, { to: email, ...accountExistsMail({ url: `${shop.siteUrl}/login` }, shop) });
  return null;
}

async function unconfirmedAccount(tx: Transaction, email: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: user.id, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email));
  return found && !found.emailVerified ? found.id : undefined;
}
