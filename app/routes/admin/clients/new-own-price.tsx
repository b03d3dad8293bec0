import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { categoryText, isCategory } from "#app/domain/catalogue/category.ts";
import type { ProductChoice } from "#app/domain/catalogue/products-admin.server.ts";
import { UnderCostQuestion } from "#app/domain/margins/under-cost-question.tsx";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { Page } from "#app/lib/page-of-rows.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";

/** The search for a product, its results, and the chosen one. */
export interface ProductToPrice {
  search: string;
  found: Page<ProductChoice> | null;
  chosen: ProductChoice | null;
}

interface NewOwnPriceProps {
  product: ProductToPrice;
  today: string;
  answer: FormAnswer | undefined;
}

/** Form for the client's own price: first the product is chosen, then the price typed. */
export function NewOwnPrice({ product, today, answer }: NewOwnPriceProps) {
  return (
    <section aria-labelledby="new-own-price" className="mt-8">
      <h3 id="new-own-price" className="font-display text-xl">
        New price
      </h3>
      {product.chosen ? (
        <PriceForm key={product.chosen.id} product={product.chosen} today={today} answer={answer} />
      ) : (
        <ProductSearch {...product} />
      )}
    </section>
  );
}

function ProductSearch({ search, found }: ProductToPrice) {
  const isSearched = search.trim() !== "";
  return (
    <>
      <ListSearch
        label="Search by product"
        query={search}
        found={isSearched && found ? foundInWords(found, "product") : undefined}
      />
      {!found ? (
        <LoadFailure message="The products could not be searched. Please try again." />
      ) : found.rows.length === 0 ? (
        isSearched && <p className="text-ink-soft">No product goes by “{search.trim()}”.</p>
      ) : (
        <ul aria-label="Products found" className="max-w-xl border-t border-ink">
          {found.rows.map((product) => (
            <li
              key={product.id}
              className="relative flex items-center justify-between gap-x-6 border-b border-rule hover:bg-paper-deep/60"
            >
              <Link
                to={`?product=${product.id}`}
                preventScrollReset
                className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere after:absolute after:inset-0"
              >
                {product.name}
              </Link>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                {factsOf(product)}
              </span>
            </li>
          ))}
          {found.hasMore && (
            <li className="py-2.5 text-sm text-ink-soft">
              There are more. Type more of the name to find them.
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** E.g. "Loin · $24.99/lb". */
function factsOf({ category, pricePerLb, isActive }: ProductChoice): string {
  return [
    isCategory(category) && categoryText[category].label,
    formatPricePerLb(toCents(pricePerLb)),
    !isActive && "inactive",
  ]
    .filter(Boolean)
    .join(" · ");
}

interface PriceFormProps extends Omit<NewOwnPriceProps, "product"> {
  product: ProductChoice;
}

function PriceForm({ product, today, answer }: PriceFormProps) {
  const price = useRef<HTMLInputElement>(null);
  // Move the focus, as the link that led here is gone.
  useEffect(() => price.current?.focus(), []);
  const isAnswered =
    answer?.values?.intent === "add" && answer.values.productId === product.id ? answer : undefined;
  const field = (name: string) =>
    answeredField(isAnswered ?? { values: { startsOn: today } }, name);
  return (
    <AnsweredForm
      answer={isAnswered}
      replace={undefined}
      className="mt-3 grid max-w-3xl items-start gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="productId" value={product.id} />
      <p className="flex flex-wrap items-center gap-x-6 sm:col-span-2">
        <span className="wrap-anywhere">
          <span className="font-semibold">{product.name}</span>{" "}
          <span className="text-sm text-ink-soft tabular-nums">{factsOf(product)}</span>
        </span>
        <Link to="?" preventScrollReset className="link inline-flex min-h-11 items-center text-sm">
          Another product
        </Link>
      </p>
      <DecimalField ref={price} label="Price ($/lb)" {...field("pricePerLb")} required />
      <TextField
        label="Note"
        optional
        hint="The client can see it."
        maxLength={500}
        autoComplete="off"
        {...field("note")}
      />
      <TextField label="First day of delivery" type="date" {...field("startsOn")} required />
      <TextField label="Last day" type="date" optional {...field("endsOn")} />
      <div className="grid gap-3 sm:col-span-2">
        <UnderCostQuestion answer={isAnswered} />
        <Button type="submit" variant="secondary" className="justify-self-start">
          Add price
        </Button>
      </div>
    </AnsweredForm>
  );
}
