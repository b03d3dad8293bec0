import { z } from "zod";
import type { Company } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";

export const mergeForm = z.union([
  z.object({ into: z.uuid("Please choose a client.") }),
  z.object({ separate: z.uuid() }),
]);

export const mergeFailed = "The records could not be merged. Please try again.";

/** A record's part in a merge, as shown before confirming. */
export interface MergeSide {
  id: string;
  name: string;
  address: string;
  phone: string;
  people: string[];
  openOrders: number;
  standingOrders: number;
  /** Cents; negative for credit. */
  balanceCents: number;
  terms: string;
  invoicePer: "order" | "month";
  createdAt: Date;
}

interface Merged {
  /** Name of the record merged away, and of the one that stays. */
  from: string;
  into: string;
  /** True for the former owner of the merged account, who doesn't own the remaining one. */
  approves: boolean;
}

/** An email to the members of both records: they are one account now. */
export function mergedMail({ from, into, approves }: Merged, company: Company): MailContent {
  return composeMail(company, {
    subject: `${from} and ${into} are one account now`,
    preview: "Orders, invoices and sites of both are in one place.",
    title: "Two accounts became one",
    blocks: [
      `We kept ${from} and ${into} as two clients. They are one now, as ${into}: whoever signed in for either sees the orders and invoices of both, and orders for both.`,
      ...(approves
        ? [
            "You order as before and approve what others order. Whoever owns the other account manages the team.",
          ]
        : []),
      {
        kind: "aside",
        text: `Is this not one business? Please call ${company.phone.display} at once, and we will separate them again.`,
      },
    ],
    reason: "You're receiving this email because you sign in for one of these accounts.",
  });
}

/** An email to the members of both records: they were separated again. */
export function separatedMail(
  { from, into }: Pick<Merged, "from" | "into">,
  company: Company,
): MailContent {
  return composeMail(company, {
    subject: `${from} and ${into} are two accounts again`,
    preview: "Each has its own orders and invoices, as before.",
    title: "Two accounts again",
    blocks: [
      `We had merged ${from} and ${into}, and have separated them again. Whoever signed in for one of them signs in for that one, and sees its orders and invoices alone.`,
      { kind: "aside", text: `Questions? Call ${company.phone.display}.` },
    ],
    reason: "You're receiving this email because you sign in for one of these accounts.",
  });
}
