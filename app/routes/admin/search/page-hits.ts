import { takeOrderPath } from "#app/domain/ordering/placing/order-desk.ts";
import { isOpenTo, type MenuPage, menuFor, ordersPath } from "../navigation.ts";
import type { Hit, SearchesAs } from "./hits.ts";

/** A page or an action that the search finds besides the menu, with other words for it. */
interface FoundPage extends Pick<MenuPage, "label" | "to" | "needs"> {
  words?: string;
}

/** What can be done, and pages that are not in the menu. */
const actions: FoundPage[] = [
  { label: "Take an order", to: takeOrderPath, needs: "sell", words: "new order phone" },
  { label: "Orders to pack", to: `${ordersPath}?work=pack`, needs: "orders" },
  {
    label: "Held orders",
    to: `${ordersPath}?work=held`,
    needs: "orders",
    words: "release confirm",
  },
  { label: "Add a lot", to: "/admin/lots/new", needs: "pack", words: "new receive" },
  { label: "Add a product", to: "/admin/products?add=", needs: "catalogue", words: "new" },
  {
    label: "Import a bank file",
    to: "/admin/receivables/import",
    needs: "money",
    words: "statement payments",
  },
  { label: "Accounting files", to: "/admin/exports/accounting", needs: "money", words: "export" },
  { label: "Undelivered mail", to: "/admin/mails", needs: "owner", words: "email failed" },
  { label: "Moving in", to: "/admin/import", needs: "owner", words: "import export" },
  { label: "Words of the website", to: "/admin/settings/words", needs: "owner", words: "text" },
  { label: "Ways of paying", to: "/admin/settings/payments", needs: "owner", words: "card cash" },
  { label: "Reminders", to: "/admin/settings/reminders", needs: "owner", words: "overdue" },
  { label: "Claims to confirm", to: "/admin/settings/claims", needs: "owner" },
];

/** The pages and actions of a role that go by what was typed; all of them for a blank text. */
export function pageHits({ staffRole, isImageEditor }: SearchesAs, typed: string): Hit[] {
  const menu: FoundPage[] = menuFor(staffRole, isImageEditor).flatMap(({ pages }) => pages);
  const all = [...menu, ...actions.filter((action) => isOpenTo(staffRole, action))];
  const wanted = typed.trim().toLowerCase().split(/\s+/);
  const found = all.filter(({ label, words = "" }) => {
    const said = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
  return found.map(({ label, to }) => ({ kind: "page", title: label, detail: "", to }));
}
