import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { orderAgainPath } from "#app/domain/drafts/order-again.ts";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import {
  type GoneRow,
  type Guide,
  type GuideRow,
  lastInWords,
  toPar,
} from "#app/domain/guides/guide.ts";
import { orderField, type PadList } from "#app/domain/ordering/placing/order-form.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { typedInWords, unitOf } from "#app/domain/orders/order-quantity.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

interface GuideTabsProps {
  list: PadList;
  counts: Record<PadList, number>;
  isLive: boolean;
  onChange: (list: PadList) => void;
}

/** Switches between the guide and everything for sale, by submit buttons that keep the input. */
export function GuideTabs({ list, counts, isLive, onChange }: GuideTabsProps) {
  const labels: Record<PadList, string> = { guide: "Your guide", all: "All products" };
  return (
    <fieldset className="mt-6 flex gap-x-7 border-b border-ink">
      <legend className="sr-only">Which products</legend>
      {(["guide", "all"] as const).map((one) => (
        <button
          key={one}
          type="submit"
          name={orderField.toList}
          value={one}
          aria-pressed={one === list}
          onClick={(event) => {
            if (!isLive) return;
            event.preventDefault();
            onChange(one);
          }}
          className={
            one === list
              ? "relative min-h-12 font-semibold after:absolute after:inset-x-0 after:bottom-0 after:h-1 after:bg-oxblood"
              : "relative min-h-12 text-ink-soft hover:text-ink"
          }
        >
          {labels[one]} <span className="text-sm font-normal text-ink-soft">{counts[one]}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface GuideHeadProps {
  guide: Guide;
  /** Null for staff, because clients arrange their own guides. */
  arrangePath: string | null;
  isBegun: boolean;
}

/** Links to reorder the last order, and to arrange the guide. */
export function GuideHead({ guide: { lastOrder }, arrangePath, isBegun }: GuideHeadProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-[0.9375rem]">
      {lastOrder && arrangePath && !isBegun ? (
        <Link to={orderAgainPath(lastOrder.id)} className="link inline-flex min-h-11 items-center">
          Fill in {orderName(lastOrder.number).toLowerCase()} of {shortDateInWords(lastOrder.day)},{" "}
          {lastOrder.lines} {lastOrder.lines === 1 ? "product" : "products"}
        </Link>
      ) : (
        <span />
      )}
      {arrangePath && (
        <Link to={arrangePath} className="link inline-flex min-h-11 items-center">
          Arrange your guide
        </Link>
      )}
    </div>
  );
}

interface UsualProps {
  row: GuideRow;
  isPicked: boolean;
  isLive: boolean;
  onType: (typed: string) => void;
}

/** The kitchen's usual and last amount of a cut; a press fills in the usual. */
export function Usual({ row: { item, product, usual }, isPicked, isLive, onType }: UsualProps) {
  const last = lastInWords(item);
  const text = usual && typedInWords(usual, unitOf(product));
  return (
    <p className="col-span-2 mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft tabular-nums">
      {text &&
        (isLive && !isPicked ? (
          <button
            type="button"
            // Like plus and minus, available to screen readers but not a Tab stop.
            tabIndex={-1}
            onClick={() => onType(usual)}
            className="link -my-2 py-2 font-semibold"
          >
            Usual {text}
            <span className="sr-only"> of {product.name}</span>
          </button>
        ) : (
          <span>Usual {text}</span>
        ))}
      {last && <span>{last}</span>}
      {item.par && isLive && <OnHand par={item.par} product={product} onType={onType} />}
    </p>
  );
}

interface OnHandProps {
  par: string;
  product: OrderableProduct;
  onType: (typed: string) => void;
}

/** Field for the amount on hand; fills in what is missing to the par. */
function OnHand({ par, product, onType }: OnHandProps) {
  const [typed, setTyped] = useState("");
  return (
    <label className="inline-flex items-center gap-2">
      Par {typedInWords(par, product.soldBy === "piece" ? unitOf(product) : "lb")}, on hand
      <input
        value={typed}
        aria-label={`On hand of ${product.name}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={9}
        onChange={(event) => {
          setTyped(event.target.value);
          const missing = toPar(par, event.target.value, product);
          if (event.target.value.trim() !== "" && missing !== null) onType(missing);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          document.getElementById(`quantity-${product.id}`)?.focus();
        }}
        className="h-9 w-16 border border-rule-strong bg-paper-light px-2 text-right"
      />
    </label>
  );
}

/** A cut of the guide that can't be ordered now, with the most similar one. */
export function Gone({
  row: { item, instead },
  isLive,
  onAdd,
}: {
  row: GoneRow;
  isLive: boolean;
  onAdd: (product: OrderableProduct) => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2.5 text-ink-soft">
      <span>
        {item.name}: not available now
        {instead && !isLive && `. Most like it: ${instead.name}`}
      </span>
      {instead && isLive && (
        <Button size="sm" variant="secondary" onClick={() => onAdd(instead)}>
          {instead.name} instead
        </Button>
      )}
    </li>
  );
}
