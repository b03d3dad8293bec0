import { eq } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { createSignedTokens, type SignedTokens } from "#app/domain/access/signed-token.server.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { onlyForOwner } from "#app/domain/customers/profile.ts";
import { setMailChoice } from "#app/domain/customers/save-customers.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { accountOf, customers } from "#db/schema/customers.ts";
import { type MailKind, stopLinkMs } from "./mail-kinds.ts";

/** Links to unsubscribe a customer from a kind of emails without signing in. */
export interface StopLinks {
  tokenFor(kind: MailKind, customerId: string, now?: Date): string;
  /** Returns null for a token that is forged, of another kind or expired. */
  customerOf(kind: MailKind, token: string, now?: Date): string | null;
}

/** @param secret the shop's secret, from which the links' own keys are derived */
export function createStopLinks(secret: string): StopLinks {
  const tokens: Record<MailKind, SignedTokens> = {
    "order-reminders": createSignedTokens(secret, "order reminders"),
    "fresh-sheets": createSignedTokens(secret, "fresh sheets"),
  };
  return {
    tokenFor: (kind, customerId, now = new Date()) =>
      tokens[kind].tokenFor(customerId, new Date(now.getTime() + stopLinkMs)),
    customerOf(kind, token, now) {
      const customerId = tokens[kind].subjectOf(token, now);
      return customerId && isUuid(customerId) ? customerId : null;
    },
  };
}

/** Returns the URLs in a customer's email: the page that asks, and mail programs' endpoint. */
export function stopAddresses(
  links: StopLinks,
  { kind, customerId, siteUrl }: { kind: MailKind; customerId: string; siteUrl: string },
  now?: Date,
): { stopUrl: string; unsubscribeUrl: string } {
  const token = new URLSearchParams({ token: links.tokenFor(kind, customerId, now) });
  return {
    stopUrl: `${siteUrl}/${kind}?${token}`,
    unsubscribeUrl: `${siteUrl}/api/${kind}/stop?${token}`,
  };
}

const choices = {
  "order-reminders": customers.wantsOrderReminders,
  "fresh-sheets": customers.wantsFreshSheets,
};

/** Returns whether a customer gets emails of a kind; null if unknown. For holders of its link. */
export async function wantsMails(
  db: Database,
  customerId: string,
  kind: MailKind,
): Promise<boolean | null> {
  const [found] = await db
    .select({ wants: choices[kind] })
    .from(customers)
    .where(eq(customers.id, accountOf(customerId)));
  return found?.wants ?? null;
}

/** Returns the kinds of emails that the client's own customer gets. */
export async function ownMailChoices(
  db: Database,
  { customerId }: Client,
): Promise<Record<MailKind, boolean>> {
  const [found] = await db.select(choices).from(customers).where(eq(customers.id, customerId));
  return found ?? { "order-reminders": false, "fresh-sheets": false };
}

/** Stops or resumes emails of a kind to the client's own customer. Idempotent. @throws Refusal */
export async function setOwnMailChoice(
  db: Database,
  client: Client,
  kind: MailKind,
  wants: boolean,
): Promise<void> {
  if (!may(client, "edit details")) throw onlyForOwner();
  await db.transaction(async (tx) => {
    if (!(await setMailChoice(tx, client.customerId, kind, wants))) return;
    const name = kind === "fresh-sheets" ? "wantsFreshSheets" : "wantsOrderReminders";
    await recordAudit(tx, client, {
      entity: "client",
      entityId: client.customerId,
      action: "updated",
      before: { [name]: !wants },
      after: { [name]: wants },
    });
  });
}
