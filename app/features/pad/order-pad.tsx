import { clsx } from "clsx/lite";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { PageButtons } from "#app/components/page/page-buttons.tsx";
import {
  byCategory,
  filterCategories,
  type OrderCategory,
  pageOfPad,
  withFirst,
} from "#app/domain/drafts/order-categories.ts";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import type { SummaryLine } from "#app/domain/drafts/order-summary.ts";
import type { GuideSection } from "#app/domain/guides/guide.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { firstQuantity } from "#app/domain/orders/order-quantity.ts";
import { Gone } from "./guide-parts.tsx";
import { HiddenLine, OrderPadRow } from "./order-pad-row.tsx";
import { CategoryJump, FilterBox, goToHeading } from "./pad-bar.tsx";

interface OrderPadProps {
  products: readonly OrderableProduct[];
  lines: readonly SummaryLine[];
  whose: "Your" | "Their";
  /** A part before the categories, with its own heading; null for none. */
  first: Parameters<typeof withFirst>[1] | null;
  /** Sections of the order guide instead of categories; null for everything for sale. */
  guide: readonly GuideSection[] | null;
  /** True once hydrated; the filter needs JavaScript. */
  isLive: boolean;
  page: number;
  onPage: (page: number) => void;
  onType: (product: OrderableProduct, typed: string) => void;
  onSettle: (key: string) => void;
  onEnd: () => void;
}

const boxesIn = (pad: HTMLElement | null) => [
  ...(pad?.querySelectorAll<HTMLInputElement>("[data-quantity]") ?? []),
];

/**
 * Everything for sale by category, with a box for pounds beside each product, a filter, and links
 * to the categories; paginated if long. Input on other pages is kept in the draft or, without
 * JavaScript, in hidden fields.
 */
export function OrderPad(props: OrderPadProps) {
  const { products, lines, whose, first, guide, isLive, page } = props;
  const { onPage, onType, onSettle, onEnd } = props;
  const [filter, setFilter] = useState("");
  const pad = useRef<HTMLDivElement>(null);
  /** The heading to go to on the next page; "" for its first box. */
  const next = useRef<string>(null);
  const parts = guide ? partsOf(guide) : byCategory(products);
  const rows = new Map(guide?.flatMap(({ rows }) => rows.map((row) => [row.product.id, row])));
  const all = filterCategories(first ? withFirst(parts, first) : parts, filter);
  const { shown, place, pageOf } = pageOfPad(all, page);
  const byKey = new Map(lines.map((line) => [line.key, line]));

  // biome-ignore lint/correctness/useExhaustiveDependencies: goes there once the page has come.
  useEffect(() => {
    if (next.current === "") boxesIn(pad.current)[0]?.focus();
    else if (next.current !== null) goToHeading(next.current);
    next.current = null;
  }, [place.page]);

  // The button that filled them in is gone by then.
  const label = first?.label;
  useEffect(() => {
    if (label && document.activeElement === document.body) boxesIn(pad.current)[0]?.focus();
  }, [label]);

  function turn(to: number, heading?: string) {
    next.current = heading ?? pageOfPad(all, to).shown[0]?.id ?? null;
    onPage(to);
  }

  /** Enter, up and down move between boxes; Escape moves to the filter, for the next product. */
  function move(event: KeyboardEvent<HTMLInputElement>) {
    // Ctrl+Enter belongs to the form: it leads from any box to the review.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const boxes = boxesIn(pad.current);
    const at = boxes.indexOf(event.currentTarget);
    const usual = usualOf(event.currentTarget.id);
    if (usual && event.key.toLowerCase() === "u") {
      event.preventDefault();
      onType(usual.product, usual.usual ?? "");
      goTo(boxes, at + 1);
      return;
    }
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    const isBack = event.key === "Escape" || (step === -1 && at === 0);
    if (!isBack && step === undefined) return;
    event.preventDefault();
    if (event.key === "Enter" && at + (step ?? 0) === boxes.length)
      return goTo(boxes, boxes.length);
    const filterBox = pad.current?.querySelector<HTMLInputElement>("[type=search]");
    const target = isBack ? filterBox : boxes[at + (step ?? 0)];
    target?.focus();
    target?.select();
  }

  /** Moves to a box or, beyond the last one, to the next page or the button that continues. */
  function goTo(boxes: readonly HTMLInputElement[], at: number) {
    if (at < boxes.length) boxes[at]?.focus();
    else if (place.to < place.total) turn(place.page + 1, "");
    else onEnd();
  }

  /** Returns the guide's row of a box, if it has a usual amount to fill in. */
  function usualOf(boxId: string) {
    const row = rows.get(boxId.replace("quantity-", ""));
    return row?.usual ? row : undefined;
  }

  return (
    <div ref={pad}>
      <div className="sticky top-0 z-20 -mx-3 border-b border-ink bg-paper px-3 pt-2 md:flex md:items-center md:gap-8 md:py-1.5">
        <FilterBox
          value={filter}
          isLive={isLive}
          onChange={(typed) => {
            setFilter(typed);
            onPage(1);
          }}
          onLeave={() => pad.current?.querySelector<HTMLInputElement>("[data-quantity]")?.focus()}
        />
        {(!guide || all.length > 1) && (
          <CategoryJump parts={all} shown={shown} pageOf={pageOf} isLive={isLive} onTurn={turn} />
        )}
      </div>
      {isLive && (
        <p className="mt-2 hidden text-sm text-ink-soft md:pointer-fine:block">
          Enter goes to the next box, {guide && "U fills in the usual, "}Ctrl Enter to the review,
          and from there places the order.
        </p>
      )}
      <p role="status" className={clsx("text-ink-soft", place.total === 0 ? "py-10" : "sr-only")}>
        {filter.trim() === ""
          ? ""
          : place.total === 0
            ? "No products found"
            : `${place.total} ${place.total === 1 ? "product" : "products"} found`}
      </p>
      {shown.map((part) => (
        <section
          key={part.id}
          aria-labelledby={part.id}
          className="@container pt-8 first-of-type:max-md:pt-3"
        >
          <h2
            id={part.id}
            tabIndex={-1}
            className="scroll-mt-6 border-b border-ink pb-2 text-title"
          >
            {part.label}
          </h2>
          {/* A container query, because the back office's menu takes part of the window. */}
          <ul className="gap-x-10 @2xl:grid @2xl:grid-cols-2 lg:gap-x-14">
            {part.products.map((product) => (
              <OrderPadRow
                key={product.id}
                product={product}
                line={byKey.get(product.id)}
                others={lines.filter(
                  (one) => one.productId === product.id && one.key !== product.id,
                )}
                whose={whose}
                guideRow={rows.get(product.id)}
                isLive={isLive}
                onType={(typed) => onType(product, typed)}
                onSettle={() => onSettle(product.id)}
                onKeyDown={move}
              />
            ))}
            {filter.trim() === "" &&
              goneOf(guide, part.id).map((row) => (
                <Gone
                  key={row.item.productId}
                  row={row}
                  isLive={isLive}
                  onAdd={(product) =>
                    onType(product, firstQuantity(product.minLb ?? null, product))
                  }
                />
              ))}
          </ul>
        </section>
      ))}
      <PageButtons
        place={place}
        what="Products"
        button={(to, label) => (
          <Button
            type="submit"
            name={orderField.page}
            value={to}
            variant="secondary"
            size="sm"
            onClick={(event) => {
              if (!isLive) return;
              event.preventDefault();
              turn(to);
            }}
          >
            {label}
          </Button>
        )}
      />
      <ElsewhereLines
        lines={lines}
        products={products}
        shown={new Set(shown.flatMap((part) => part.products.map(({ id }) => id)))}
      />
    </div>
  );
}

/** Turns a guide's sections into parts of the pad, including those with only unavailable cuts. */
function partsOf(guide: readonly GuideSection[]): OrderCategory[] {
  return guide.map(({ name, rows }, at) => ({
    id: guidePart(at),
    label: name || (guide.length > 1 ? "Everything else" : "What you usually order"),
    products: rows.map(({ product }) => product),
  }));
}

const guidePart = (at: number) => `guide-${at + 1}`;

const goneOf = (guide: readonly GuideSection[] | null, part: string) =>
  guide?.find((_, at) => guidePart(at) === part)?.gone ?? [];

interface ElsewhereProps {
  lines: readonly SummaryLine[];
  products: readonly OrderableProduct[];
  shown: ReadonlySet<string>;
}

/** Lines of products on other pages, for form submission without JavaScript. */
function ElsewhereLines({ lines, products, shown }: ElsewhereProps) {
  const sold = new Set(products.map(({ id }) => id));
  return lines
    .filter(({ productId }) => sold.has(productId) && !shown.has(productId))
    .map((line) => <HiddenLine key={line.key} line={line} />);
}
