import type { ReactNode } from "react";
import { Link } from "react-router";
import { PriceTag } from "#app/components/price-tag.tsx";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";
import { productPath } from "./category.ts";
import { ProductImage } from "./pictures/product-image.tsx";
import { aboutEach, type ProductSummary } from "./product.ts";

interface ProductGridProps {
  products: ProductSummary[];
  headingAs?: "h2" | "h3";
  /** True at the top of a page: the first image loads eagerly, the others once they are visible. */
  priority?: boolean;
  action?: (product: ProductSummary) => ReactNode;
}

export function ProductGrid({ products, headingAs, priority = false, action }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id} className="card-unseen">
          <ProductCard
            product={product}
            headingAs={headingAs}
            priority={priority && index === 0}
            action={action?.(product)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ProductCardProps {
  product: ProductSummary;
  headingAs?: "h2" | "h3";
  priority?: boolean;
  /** A control at the card's foot, such as quick add. */
  action?: ReactNode;
}

/** The whole card is one link, except its action. */
function ProductCard({
  product,
  headingAs: Heading = "h2",
  priority = false,
  action,
}: ProductCardProps) {
  const { id, name, category, pricePerLb, imageUrl, stock } = product;
  const cents = toCents(pricePerLb);
  const each = aboutEach(product);
  return (
    <article className="group relative flex h-full flex-col">
      <ProductImage src={imageUrl} name={name} priority={priority} />
      <Heading className="mt-3 text-title max-sm:text-lg max-sm:leading-tight sm:mt-4">
        <Link
          to={productPath(category, id)}
          prefetch="intent"
          className="block after:absolute after:inset-0 group-hover:text-oxblood"
        >
          {/* Clamped here, as around the link it would cut off its focus ring. */}
          <span className="line-clamp-3">{name}</span>
        </Link>
      </Heading>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-2 gap-y-3 pt-3">
        {stock && (
          <p className="-mb-1 basis-full text-sm font-semibold text-oxblood">{stock.words}</p>
        )}
        {each && <p className="-mb-1 basis-full text-sm text-ink-soft">{each}</p>}
        <p>
          <PriceTag price={formatPricePerLb(cents)} />
          <span className="mt-1 block text-sm text-ink-soft">{formatPricePerKg(cents)}</span>
        </p>
        {action && !stock?.isOver && <div className="card-action">{action}</div>}
      </div>
    </article>
  );
}
