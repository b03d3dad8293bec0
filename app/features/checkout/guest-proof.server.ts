import { createHmac, timingSafeEqual } from "node:crypto";
import type { Shop } from "#app/content/company.ts";
import { networksOf } from "#app/domain/limits/network.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import type { Database } from "#db/database.ts";

/** Minimum validity of a code in minutes; the maximum is twice as long. */
const codeMinutes = 30;

interface GuestOrder {
  requestId: string;
  email: string;
}

/** Proof that a guest can read the email address of an order, before it is placed. */
export interface GuestProofs {
  /**
   * Returns a digest of the network that a request comes from, "" if unknown. A network is as wide
   * as one company may own; its digest only tells which requests may belong together.
   */
  networkOf(clientAddress: string): string;
  codeFor(order: GuestOrder, now?: Date): string;
  /** Checks a typed code. Attempts are rate-limited together with orders. */
  isRight(typed: string, order: GuestOrder, now?: Date): boolean;
}

/** @param secret the shop's secret, from which a separate key is derived */
export function createGuestProofs(secret: string): GuestProofs {
  const key = createHmac("sha256", secret).update("guests' proofs").digest();
  const digest = (text: string) => createHmac("sha256", key).update(text).digest();
  const codeIn = ({ requestId, email }: GuestOrder, block: number) => {
    const number = digest(`code\0${requestId.toLowerCase()}\0${email}\0${block}`).readUIntBE(0, 6);
    return String(number % 1_000_000).padStart(6, "0");
  };
  const blockAt = (now: Date) => Math.floor(now.getTime() / (codeMinutes * 60_000));
  return {
    networkOf(clientAddress) {
      const widest = networksOf(clientAddress).at(-1) ?? "";
      return widest === "" ? "" : digest(`network\0${widest}`).toString("base64url");
    },
    codeFor: (order, now = new Date()) => codeIn(order, blockAt(now)),
    isRight(typed, order, now = new Date()) {
      const digits = typed.replace(/\D/g, "");
      if (digits.length !== 6) return false;
      const [block, theirs] = [blockAt(now), Buffer.from(digits)];
      return [block, block - 1].some((one) =>
        timingSafeEqual(theirs, Buffer.from(codeIn(order, one))),
      );
    },
  };
}

/**
 * Emails the code for an order that isn't placed yet, without repeating typed input; counts against
 * the limit for emails caused by strangers. Returns null if it was queued, else the seconds to
 * wait.
 */
export function mailCode(
  db: Database,
  proofs: GuestProofs,
  order: GuestOrder,
  shop: Shop,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const wait = await takeMail(tx, "stranger's order", order.email);
    if (wait !== null) return wait;
    const code = proofs.codeFor(order);
    const mail = composeMail(shop.company, {
      subject: `${code} is your code for the checkout`,
      title: "Your code for the checkout",
      preview: "Enter it on the page where you are ordering.",
      blocks: [
        `Enter this code where you are ordering: ${code}`,
        `It works for ${codeMinutes} minutes. Your order is placed once you have entered it.`,
        {
          kind: "aside",
          text: "If you are not ordering anything, you need do nothing: without the code nothing is ordered.",
        },
      ],
      reason: `You're receiving this email because someone is ordering at ${shop.company.name} with this address.`,
    });
    await queueMail(tx, { to: order.email, ...mail });
    return null;
  });
}
