import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

export interface LabelFacts {
  itemNumber: number;
  /** The common name in French; may be empty. */
  nameFr: string;
  /** Days that it keeps refrigerated after packing; null for no best-before date. */
  keepsDays: number | null;
  /** True if the product is sold by its label, which has the shelf price. */
  isPriced: boolean;
}

export interface LabelSettings {
  /** Address of a label printer in the shop's own network, "192.168.1.50:9100"; empty for none. */
  printer: string;
  products: LabelFacts[];
}

const maxProducts = 1000;

export const labelSettings: SettingsGroup<LabelSettings> = {
  key: "labels",
  schema: z.object({
    printer: z.string().max(30),
    products: z
      .array(
        z.object({
          itemNumber: z.number().int().min(1).max(99_999),
          nameFr: z.string().max(100),
          keepsDays: z.number().int().min(1).max(365).nullable(),
          isPriced: z.boolean(),
        }),
      )
      .max(maxProducts),
  }),
  defaults: { printer: "", products: [] },
};

const usualPort = 9100;

/**
 * Parses a printer's address; null if it isn't an IP address in a private network (RFC 1918). Names
 * are refused: they could later resolve to another machine, which would receive what the shop
 * prints.
 */
export function readPrinter(typed: string): { host: string; port: number } | null {
  const [, host = "", port = String(usualPort)] =
    /^(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?$/.exec(typed.trim()) ?? [];
  const parts = host.split(".").map(Number);
  const [first = -1, second = -1] = parts;
  const isAddress = parts.length === 4 && parts.every((part) => part <= 255);
  const isPrivate =
    first === 10 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168);
  const number = Number(port);
  if (!isAddress || !isPrivate || number < 1024 || number > 65_535) return null;
  return { host: parts.join("."), port: number };
}

/** Parses the label facts of products, one a line: "42; Bifteck de faux-filet; 14 days; price". */
export function readLabelFacts(
  text: string,
): { products: LabelFacts[]; mistake?: never } | { products?: never; mistake: string } {
  const products = new Map<number, LabelFacts>();
  for (const line of text.split("\n")) {
    const typed = line.trim();
    if (typed === "") continue;
    const [item = "", ...said] = typed.split(";").map((part) => part.trim());
    const itemNumber = /^\d{1,5}$/.test(item) ? Number(item) : 0;
    const mistake = `“${typed.slice(0, 60)}” isn’t a product (example: 42; Bifteck de faux-filet; 14 days; price)`;
    if (itemNumber === 0 || said.length > 3) return { mistake };
    const facts: LabelFacts = { itemNumber, nameFr: "", keepsDays: null, isPriced: false };
    for (const part of said) {
      const [, days] = /^(\d{1,3}) ?(?:days?|d)$/i.exec(part) ?? [];
      if (part === "") continue;
      if (/^price$/i.test(part)) facts.isPriced = true;
      else if (days && Number(days) >= 1 && Number(days) <= 365) facts.keepsDays = Number(days);
      else if (facts.nameFr === "" && !/^\d/.test(part) && part.length <= 100) facts.nameFr = part;
      else return { mistake };
    }
    products.set(itemNumber, facts);
  }
  if (products.size > maxProducts) return { mistake: `At most ${maxProducts} products` };
  return {
    products: [...products.values()].sort((one, other) => one.itemNumber - other.itemNumber),
  };
}

/** Formats the list as it is typed. */
export function labelFactsInWords(products: readonly LabelFacts[]): string {
  return products
    .map(({ itemNumber, nameFr, keepsDays, isPriced }) =>
      [
        String(itemNumber),
        nameFr,
        keepsDays === null ? "" : keepsDays === 1 ? "1 day" : `${keepsDays} days`,
        isPriced ? "price" : "",
      ]
        .filter(Boolean)
        .join("; "),
    )
    .join("\n");
}

export const voidedLabel = "This package was taken back. Its label isn’t printed: weigh it again.";
