import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { accountExistsMail } from "#app/features/mail/account-exists-mail.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { insertAccount } from "#db/insert-account.ts";
import { user } from "#db/schema/accounts.ts";
import type { SignUpForm } from "./auth-forms.ts";
import { isSameAddress } from "./capability.server.ts";
import { mailConfirmation } from "./confirmation.server.ts";

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
 */
type SignUpOutcome = "created" | "taken" | "confirm";

/**
 * Makes a wholesale account with its profile, all or nothing. Of the form exactly the fields of its
 * schema count: nobody makes themselves an administrator.
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
    emailVerified: !settings.emailConfirmation,
    passwordHash: await hashPassword(password),
    profile: { companyName, contactName, phone, address, notes },
  };
  // Its account is made before the first request; this holds even if somebody deletes it.
  const reserved = isSameAddress(email, settings.adminEmail);
  return db.transaction(async (tx) => {
    const userId = reserved ? undefined : await insertAccount(tx, wanted);
    if (!settings.emailConfirmation) return userId ? "created" : "taken";
    const unconfirmed = userId ?? (await unconfirmedAccount(tx, email));
    if (unconfirmed && !reserved) {
      const { passwordHash, profile } = wanted;
      const pending = { userId: unconfirmed, passwordHash, profile };
      await mailConfirmation(tx, email, pending, settings.siteUrl);
    } else {
      const url = `${settings.siteUrl}/login`;
      await queueMail(tx, { to: email, ...accountExistsMail({ url }) });
    }
    return "confirm";
  });
}

async function unconfirmedAccount(tx: Transaction, email: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: user.id, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email));
  return found && !found.emailVerified ? found.id : undefined;
}
