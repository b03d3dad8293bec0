import { clsx } from "clsx/lite";
import { Minus, Plus } from "lucide";
import type { KeyboardEvent } from "react";
import { Icon } from "#app/components/icon.tsx";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import { isNone, stepQuantity } from "#app/domain/orders/order-quantity.ts";

interface PadQuantityInputProps {
  id: string;
  name: string;
  /** Determines the unit, and the names of the controls. */
  product: OrderableProduct;
  value: string;
  /** True once hydrated; without JavaScript there is only the box. */
  isLive: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  onType: (typed: string) => void;
  /** Receives the quantity after minus or plus; defaults to the handler for typing. */
  onStep?: (quantity: string) => void;
  onSettle: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

// Keeps the focused box clear of the sticky bars around the pad; on a phone, the lower one has four
// lines.
const inSight = "scroll-mt-32 scroll-mb-52 md:scroll-mb-32";

const press =
  "grid size-11 shrink-0 place-items-center transition-colors hover:bg-ink hover:text-paper aria-disabled:text-rule-strong aria-disabled:hover:bg-transparent focus-visible:z-10";

/**
 * Minus, pounds or pieces, plus. Typed text is reported on every change and never corrected while
 * typing; the buttons step by a whole pound or piece. Screen readers find the buttons, but Tab
 * moves from box to box.
 */
export function PadQuantityInput(props: PadQuantityInputProps) {
  const { id, name, product, value, isLive, isInvalid, describedBy, onType, onSettle } = props;
  const { onKeyDown, onStep = onType } = props;
  const none = isNone(value);
  const isPiece = product.soldBy === "piece";
  const one = isPiece ? "One piece" : "One pound";
  return (
    <div
      className={clsx(
        "col-start-2 row-start-1 inline-flex items-stretch self-center xl:row-end-3 border bg-paper-light has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-oxblood",
        isInvalid ? "border-cancelled" : none ? "border-rule-strong" : "border-ink",
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${one} less of ${product.name}`}
        // Not `disabled`, which would drop the focus of the button that was just pressed.
        aria-disabled={none || undefined}
        onClick={() => onStep(stepQuantity(value, -1, product))}
        className={clsx(press, inSight, !isLive && "invisible")}
      >
        <Icon of={Minus} className="size-4" />
      </button>
      <span className={clsx("flex items-center", isLive && "border-x border-rule")}>
        <input
          data-quantity
          id={id}
          name={name}
          aria-label={`${isPiece ? "Pieces" : "Pounds"} of ${product.name}`}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          inputMode={isPiece ? "numeric" : "decimal"}
          autoComplete="off"
          maxLength={20}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={onSettle}
          onKeyDown={onKeyDown}
          enterKeyHint="next"
          className={clsx(
            inSight,
            "h-11 w-16 bg-transparent text-right outline-none font-semibold tabular-nums",
          )}
        />
        <span aria-hidden="true" className="w-8 pl-1 text-sm text-ink-soft">
          {isPiece ? (value.trim() === "1" ? "pc" : "pcs") : "lb"}
        </span>
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${one} more of ${product.name}`}
        onClick={() => onStep(stepQuantity(value, 1, product))}
        className={clsx(press, inSight, !isLive && "invisible")}
      >
        <Icon of={Plus} className="size-4" />
      </button>
    </div>
  );
}
