import type { Shop } from "#app/content/company.ts";
import { leftWith } from "#app/domain/lots/lot-trace.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { ended } from "#app/lib/in-words.ts";
import { goneElsewhere, lbUnsaid, type RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import { deliveredInWords } from "./recall-words.ts";

/**
 * Tells a client that meat is recalled, and asks what became of it.
 *
 * @param link where they answer, and the pounds they got since they were told; null in a first mail
 */
export function recallMail(
  { reason, instructions }: { reason: string; instructions: string },
  customer: RecallCustomer,
  { url, more }: { url: string; more: string | null },
  shop: Shop,
): MailContent {
  const { company } = shop;
  const products = [...new Set(customer.lines.map(({ productName }) => productName))];
  const [first = "beef", ...others] = products;
  const what = others.length === 0 ? first : `${first} and ${others.length} more`;
  return composeMail(company, {
    subject: more
      ? `Recall: you got more of ${what}. Please do not use it`
      : `Recall: ${what}. Please do not use it`,
    preview: `${instructions} Please tell us what became of it.`,
    title: more
      ? "You got more of the beef that we are recalling"
      : "We are recalling beef that you have from us",
    blocks: [
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
