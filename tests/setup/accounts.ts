import { createAuth } from "#app/domain/accounts/session/auth.server.ts";
import type { Database } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "./test-log.ts";

export const siteUrl = "https://shop.example";
export const shop = sampleShop(siteUrl);
export const adminEmail = "admin@example.com";

/** Returns sessions and passwords on the test's tables, configured as in a shop. */
export function testAuth(
  db: Database,
  {
    emailConfirmation = false,
    secret = "a secret that is used in tests and nowhere else",
  }: { emailConfirmation?: boolean; secret?: string } = {},
) {
  const address = { siteUrl, loopback: false };
  return createAuth(db, { ...address, secret, emailConfirmation, log: silentLog });
}

/** Takes the emails out of the outbox: each recipient, subject and link. */
export async function takeMails(db: Database) {
  const mails = await db.delete(mailOutbox).returning();
  return mails.map(({ recipient, subject, text }) => ({
    recipient,
    subject,
    link: /https:\/\/shop\.example\/\S+/.exec(text)?.[0] ?? "",
  }));
}

/** Returns the token in a mailed link. */
export function tokenIn(link: string | undefined): string {
  return new URL(link ?? "about:blank").searchParams.get("token") ?? "";
}
