import { type Company, oneLineAddress } from "#app/content/company.ts";
import { categoryText } from "#app/domain/catalogue/category.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { centsPerKg, formatLb } from "#app/lib/amounts/weight.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { categories } from "#db/schema/values/products.ts";
import type { OfferedProduct } from "./price-reason.ts";

/** A client's prices for deliveries on a Pacific day. */
export interface PriceSheet {
  client: string;
  day: string;
  products: readonly OfferedProduct[];
  printedAt: Date;
  company: Company;
}

/** Returns the printing job of a price list, by category, in dollars per lb and per kg. */
export function priceSheetJob({ client, day, products, printedAt, company }: PriceSheet): PrintJob {
  const { name, shortName, nameSuffix, address, phone, email } = company;
  const byCategory = Map.groupBy(products, ({ category }) => category);
  return {
    template: "domain/pricing/price-sheet-layout",
    logo: company.paperLogo,
    created: Math.floor(printedAt.getTime() / 1000),
    sheet: {
      title: "Price list",
      seller: {
        name,
        shortName,
        suffix: nameSuffix,
        lines: [oneLineAddress(address), `${phone.display} · ${email}`],
      },
      customer: { label: "For", name: oneLine(client) || "Client" },
      day: `For deliveries on ${formatFullDay(day)}`,
      columns: ["Product", "Sold by", "$ per lb", "$ per kg"],
      parts: [...categories, null].flatMap((category) => {
        const own = byCategory.get(category);
        return own
          ? [{ title: category ? categoryText[category].label : "More", rows: own.map(rowOf) }]
          : [];
      }),
      remarks: [
        "Prices in Canadian dollars, before tax where it applies. Billed by the weight packed.",
      ],
    },
  };
}

function rowOf(product: OfferedProduct): { cells: string[]; note: string } {
  const { name, soldBy, pricePerLb, minLb, reason } = product;
  const cents = toCents(pricePerLb);
  const perKg = toDollars(centsPerKg(cents));
  const until = reason.source !== "base" && reason.endsOn;
  return {
    cells: [oneLine(name), soldBy === "piece" ? "the piece" : "the pound", toDollars(cents), perKg],
    note: [minLb && `at least ${formatLb(Number(minLb))}`, until && `until ${formatFullDay(until)}`]
      .filter(Boolean)
      .join(", "),
  };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
