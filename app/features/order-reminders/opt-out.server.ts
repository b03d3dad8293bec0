import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { onlyForOwner } from "#app/domain/customers/profile.ts";
import { setReminders } from "#app/domain/customers/save-customers.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { stopLinkMs } from "./reminder-times.ts";

/** Links that stop a customer's reminders without signing in. */
export interface ReminderLinks {
  /** The token for a customer's mail. */
  tokenFor(customerId: string, now?: Date): string;
  /** Whose token it is; null for one that was forged, or is older than `stopLinkMs`. */
  customerOf(token: string, now?: Date): string | null;
}

/** @param secret of the shop; a key of the links' own is made of it */
export function createReminderLinks(secret: string): ReminderLinks {
  const key = createHmac("sha256", secret).update("order reminders").digest();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    tokenFor(customerId, now = new Date()) {
      const text = `${customerId}.${(now.getTime() + stopLinkMs).toString(36)}`;
      return `${text}.${sign(text).toString("base64url")}`;
    },
    customerOf(token, now = new Date()) {
      const [customerId = "", expiry = "", signature = "", ...more] = token.split(".");
      const theirs = Buffer.from(signature, "base64url");
      const ours = sign(`${customerId}.${expiry}`);
      if (more.length > 0 || theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) {
        return null;
      }
      return isUuid(customerId) && now.getTime() <= Number.parseInt(expiry, 36) ? customerId : null;
    },
  };
}

/** Whether a customer is reminded; null for one that is not there. Holders of its link may ask. */
export async function wantsReminders(db: Database, customerId: string): Promise<boolean | null> {
  const [found] = await db
    .select({ wants: customers.wantsOrderReminders })
    .from(customers)
    .where(eq(customers.id, customerId));
  return found?.wants ?? null;
}

/** Whether the client's own customer is reminded. */
export async function ownReminders(db: Database, { customerId }: Client): Promise<boolean> {
  return (await wantsReminders(db, customerId)) ?? false;
}

/**
 * Stops or resumes the reminders of the client's own customer. Idempotent.
 *
 * @throws Refusal for a member who may not edit the details
 */
export async function setOwnReminders(db: Database, client: Client, wants: boolean): Promise<void> {
  if (!may(client, "edit details")) throw onlyForOwner();
  await db.transaction(async (tx) => {
    if (!(await setReminders(tx, client.customerId, wants))) return;
    await recordAudit(tx, client, {
      entity: "client",
      entityId: client.customerId,
      action: "updated",
      before: { wantsOrderReminders: !wants },
      after: { wantsOrderReminders: wants },
    });
  });
}
