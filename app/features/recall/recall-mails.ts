import type { Shop } from "#app/content/company.ts";
import { leftWith } from "#app/domain/lots/lot-trace.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { ended } from "#app/lib/in-words.ts";
import { goneElsewhere, lbUnsaid, type RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import { deliveredInWords } from "./recall-words.ts";

/** "Stew", or "Stew and 2 more" */
function firstOf([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/**
 * Tells a client that meat is recalled, and asks what became of it.
 *
 * @param link where they answer, and the pounds they got since they were told; null in a first mail
 */
export function recallMail(
  { number, reason, instructions }: { number: number; reason: string; instructions: string },
  customer: RecallCustomer,
  { url, more }: { url: string; more: string | null },
  shop: Shop,
): MailContent {
  const { company } = shop;
  const products = [...new Set(customer.lines.map(({ productName }) => productName))];
  const codes = [...new Set(customer.lines.map(({ lotCode }) => lotCode))];
  // Two recalls may be of the same product, but their emails must not look alike.
  const what = `${firstOf(products)} (lot ${firstOf(codes)})`;
  return composeMail(company, {
    subject: more
      ? `Recall ${number}: you got more of ${what}. Please do not use it`
      : `Recall ${number}: ${what}. Please do not use it`,
    preview: `${instructions} Please tell us what became of it.`,
    title: more
      ? "You got more of the beef that we are recalling"
      : "We are recalling beef that you have from us",
    blocks: [
      {
        kind: "paragraph",
        text: `This is Recall ${number}, of ${products.join(", ")} of ${codes.length === 1 ? "lot" : "lots"} ${codes.join(", ")}. If we write to you of another recall, please answer both.`,
      },
      ...(more
        ? [
            {
              kind: "paragraph" as const,
              text: `Since we told you of this recall, you got ${formatLb(Number(more))} more of it. This is all that you have of it.`,
            },
          ]
        : []),
      { kind: "quote", title: "Why", text: reason, trusted: true },
      { kind: "quote", title: "What to do now", text: instructions, trusted: true },
      {
        kind: "table",
        caption: "What you have of it",
        rows: customer.lines.map((line) => ({
          name: line.productName,
          detail: `Lot ${line.lotCode}, ${orderName(line.orderNumber)}`,
          remark: deliveredInWords(line),
          amount: formatLb(leftWith(line) / 100),
        })),
        total: {
          label: "Still with you, as far as we know",
          amount: formatLb(Number(lbUnsaid(customer))),
        },
      },
      ...goneElsewhere(customer).map(({ number, lb }) => ({
        kind: "paragraph" as const,
        text: `You have told us before (Recall ${number}) that ${formatLb(Number(lb))} of it was used or thrown away.`,
      })),
      {
        kind: "paragraph",
        text: `Please tell us how much you used, hold or threw away${more ? " of all of it, even if you have answered before" : ", even if you have none left"}. It takes a minute, and you need not sign in.`,
      },
      { kind: "link", label: "Tell us what became of it", url },
      {
        kind: "aside",
        text: `If anyone who ate it feels ill, see a doctor. Questions? Call ${company.phone.display}.`,
      },
    ],
    reason: ended(`You're receiving this email because you bought this beef from ${company.name}`),
  });
}
