import type { Shop } from "#app/content/company.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import type { Transaction } from "#db/database.ts";
import { invitationMs } from "../lifetimes.ts";
import { accountReadyMail } from "../mails/account-mails.ts";
import { makeLink } from "./secret-links.server.ts";

/** Emails clients whose accounts staff opened a link to choose a password. */
export async function inviteClients(
  tx: Transaction,
  clients: readonly { userId: string; email: string }[],
  shop: Shop,
): Promise<void> {
  for (const { userId, email } of clients) {
    const token = await makeLink(tx, "reset-password", userId, invitationMs);
    const url = `${shop.siteUrl}/reset-password?${new URLSearchParams({ token })}`;
    const expiresAt = new Date(Date.now() + invitationMs);
    await queueMail(tx, { to: email, expiresAt, ...accountReadyMail({ url }, shop) });
  }
}

/** Returns the token of a sign-up link, which proves its normalized address to `signUp`. */
export function makeInvitation(tx: Transaction, email: string, lastsMs: number): Promise<string> {
  return makeLink(tx, "client-invitation", email, lastsMs);
}
