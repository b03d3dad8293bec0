import { clsx } from "clsx/lite";

interface PriceParts {
  sign: string;
  dollars: string;
  point: string;
  cents: string;
  unit: string;
}

/**
 * Splits a formatted price for styling: `$1,024.99/lb` is `$`, `1,024`, `.`, `99`, `/lb`. The
 * joined parts always equal the input; text that isn't a price is returned as dollars.
 */
export function splitPrice(price: string): PriceParts {
  const match = /^(-?\$)([\d,]+)(\.)(\d{2})(.*)$/.exec(price);
  const [, sign = "", dollars = price, point = "", cents = "", unit = ""] = match ?? [];
  return { sign, dollars, point, cents, unit };
}

interface PriceTagProps {
  price: string;
  /** `sm` for a line of text, `md` for a card, `lg` for the product's own page. */
  size?: "sm" | "md" | "lg";
  className?: string;
}

const sizes = { sm: "text-xl/none", md: "text-[1.875rem]", lg: "text-[3rem] md:text-[3.75rem]" };

/**
 * A price like on a butcher's tag: large dollars, raised cents, a quiet unit. The text itself is
 * unchanged, so that it can be read, copied and searched; the decimal point is only hidden
 * visually.
 */
export function PriceTag({ price, size = "md", className }: PriceTagProps) {
  const { sign, dollars, point, cents, unit } = splitPrice(price);
  return (
    <span className={clsx("price", sizes[size], className)}>
      <span className="price-raised">{sign}</span>
      {dollars}
      <span className="text-[0px]">{point}</span>
      <span className="price-raised">{cents}</span>
      <span className="price-unit">{unit}</span>
    </span>
  );
}
