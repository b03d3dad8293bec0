import type { Shop } from "#app/content/company.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import {
  type InquiryToTell,
  inquiryReceivedMail,
  newInquiryMail,
} from "#app/features/inquiries/mails/inquiry-mails.ts";
import type { Database } from "#db/database.ts";
import { wholesaleInquiries } from "#db/schema/inquiries.ts";
import type { RobotSign } from "#db/schema/values/inquiries.ts";
import type { InquiryForm } from "./forms/form-schemas.ts";
import { forgetSpam } from "./inbox/forget-old.server.ts";
import { businessTypes, deliveryChoices } from "./inquiry.ts";

interface Sending {
  /** The form's `sendingKey`, an idempotency key. */
  key: string;
  shop: Shop;
  /** Why it looks like spam; it is then held in the inbox, and nobody is mailed. */
  robotSign: RobotSign | null;
}

/**
 * Stores a validated wholesale inquiry and queues emails to the company and the sender, in one
 * transaction. Anyone may call it. Returns the inquiry's id; null for a repeated submission, which
 * does nothing.
 */
export function receiveInquiry(
  db: Database,
  form: InquiryForm,
  { key, shop, robotSign }: Sending,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [inquiry] = await tx
      .insert(wholesaleInquiries)
      .values({ ...form, sendingKey: key, robotSign })
      .onConflictDoNothing({ target: wholesaleInquiries.sendingKey })
      .returning();
    if (!inquiry) return null;
    await forgetSpam(tx, wholesaleInquiries);
    if (robotSign) return inquiry.id;
    const { email } = inquiry;
    const told = newInquiryMail(inWords(inquiry), shop);
    await queueMail(tx, { to: shop.company.email, replyTo: email, ...told });
    const wait = await takeMail(tx, "acknowledgement", email);
    if (wait === null) await queueMail(tx, { to: email, ...inquiryReceivedMail(shop) });
    return inquiry.id;
  });
}

function inWords(inquiry: typeof wholesaleInquiries.$inferSelect): InquiryToTell {
  const { businessType, delivery } = inquiry;
  return {
    ...inquiry,
    businessType: businessTypes[businessType],
    delivery: deliveryChoices[delivery],
  };
}
