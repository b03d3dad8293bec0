import type { Shop } from "#app/content/company.ts";
import { productPath } from "#app/domain/catalogue/category.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";

interface BackProduct {
  name: string;
  slug: string;
  category: string | null;
}

/** Tells a customer that products they asked about are back in stock. */
export function backInStockMail(products: readonly BackProduct[], shop: Shop): MailContent {
  const [first] = products;
  const what = products.length === 1 && first ? first.name : `${products.length} products`;
  const are = products.length === 1 ? "is" : "are";
  return composeMail(shop.company, {
    subject: `${what} ${are} back in stock`,
    preview: "You asked us to tell you.",
    title: `${what} ${are} back`,
    blocks: [
      {
        kind: "paragraph",
        text: "You asked us to tell you when this is back in stock. Now it is, while it lasts.",
      },
      ...products.map(({ name, slug, category }) => ({
        kind: "link" as const,
        label: `See ${name}`,
        url: shop.siteUrl + productPath(category, slug),
      })),
    ],
    reason:
      "You're receiving this email, once, because this address was entered on the page of a product that was sold out. If this was not you, you can ignore this email.",
  });
}
