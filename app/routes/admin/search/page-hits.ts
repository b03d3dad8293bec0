import { takeOrderPath } from "#app/domain/ordering/placing/order-desk.ts";
import { importPage, isOpenTo, type MenuPage, menuFor, ordersPath } from "../navigation.ts";
import { settingsPages } from "../settings/settings-pages.ts";
import type { Hit, SearchesAs } from "./hits.ts";

interface FoundPage extends Pick<MenuPage, "label" | "to" | "needs"> {
  words?: string;
}

const actions: FoundPage[] = [
  { label: "Take an order", to: takeOrderPath, needs: "sell", words: "new order phone" },
  { label: "New client", to: "/admin/clients/new", needs: "sell", words: "add customer" },
  { label: "Receive a delivery", to: "/admin/receiving/new", needs: "pack", words: "new supplier" },
  { label: "Suppliers", to: "/admin/suppliers", needs: ["pack", "money"], words: "add ranch" },
  { label: "New cutting sheet", to: "/admin/cutting/new", needs: "pack", words: "grind yield" },
  { label: "Move orders", to: "/admin/orders/move", needs: "sell", words: "change day" },
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
  {
    label: "Record a payment",
    to: "/admin/receivables",
    needs: "money",
    words: "e-transfer etransfer cheque received book",
  },
  { label: "Terms and credit limits", to: "/admin/clients", needs: "owner", words: "payment days" },
  { label: "Merge two clients", to: "/admin/clients", needs: "owner", words: "duplicate separate" },
  { label: "Count or throw away", to: "/admin/stock", needs: "pack", words: "waste stock" },
  { label: "Accounting files", to: "/admin/exports/accounting", needs: "money", words: "export" },
  { label: "Undelivered mail", to: "/admin/mails", needs: "owner", words: "email failed" },
  { label: "Moving in", to: importPage.to, needs: "owner", words: "import export" },
];

const settings: FoundPage[] = settingsPages.map(({ to, title, text, words = "" }) => ({
  label: title,
  to,
  needs: "owner",
  words: `${text} ${words}`,
}));

/** Returns a role's matching pages and actions; for a blank text, all but the settings. */
export function pageHits({ staffRole, isImageEditor }: SearchesAs, typed: string): Hit[] {
  const menu: FoundPage[] = menuFor(staffRole, isImageEditor).flatMap(({ pages }) => pages);
  const isBlank = typed.trim() === "";
  const inMenu = new Set(menu.map(({ to }) => to));
  const others = isBlank ? [] : settings.filter(({ to }) => !inMenu.has(to));
  const all = [...menu, ...[...actions, ...others].filter((page) => isOpenTo(staffRole, page))];
  const wanted = typed.trim().toLowerCase().split(/\s+/);
  const found = all.filter(({ label, words = "" }) => {
    const said = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
  return found.map(({ label, to }) => ({ kind: "page", title: label, detail: "", to }));
}
