import { clsx } from "clsx/lite";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { TextArea } from "#app/components/form/field.tsx";
import { OfferText } from "#app/domain/drafts/offer-text.tsx";
import {
  lineLike,
  type OrderableProduct,
  type OrderDraft,
} from "#app/domain/drafts/order-draft.ts";
import type { OrderSummary, SummaryLine } from "#app/domain/drafts/order-summary.ts";
import type { OrderDesk } from "#app/domain/ordering/placing/order-desk.ts";
import { accountForOrderPath, orderField } from "#app/domain/ordering/placing/order-form.ts";
import { isNone } from "#app/domain/orders/order-quantity.ts";
import { isSameWish, type TypedWish } from "#app/domain/orders/wishes/wish.ts";
import { WishFields } from "#app/domain/orders/wishes/wish-fields.tsx";
import { formatCents } from "#app/lib/amounts/money.ts";
import { PadQuantityInput } from "./pad-quantity-input.tsx";

export interface OrderReviewProps
  extends Pick<ReviewLineProps, "onType" | "onWish" | "onSplit" | "onDrop"> {
  desk: OrderDesk;
  isLive: boolean;
  products: readonly OrderableProduct[];
  summary: OrderSummary;
  notes: string;
  /** The past order that the notes were copied from; "" for none. */
  notesFrom: string;
  standingNotes: string;
  notesError: string | undefined;
  poNumber: ReactNode;
  onNotes: (notes: string) => void;
  allowed: Pick<OrderDraft, "allowsSubstitutes" | "callFirst">;
  onSubstitutes: (allowed: Pick<OrderDraft, "allowsSubstitutes" | "callFirst">) => void;
}

/** The order before it is placed, with its notes. Its buttons submit the enclosing form. */
export function OrderReview(props: OrderReviewProps) {
  const { desk, summary, notes, notesFrom, standingNotes, notesError, onNotes } = props;
  const { allowed, onSubstitutes, poNumber, products, isLive } = props;
  const { allowsSubstitutes, callFirst } = allowed;
  const byId = new Map(products.map((product) => [product.id, product]));
  return (
    <div className="grid-page items-start gap-y-8 pt-6">
      <ul
        aria-label={desk.isStaff ? "The order" : "Your order"}
        className="col-span-12 border-t border-ink lg:col-span-8"
      >
        {summary.lines.map((line) => (
          <ReviewLine
            key={line.key}
            line={line}
            category={byId.get(line.productId)?.category}
            product={isLive ? byId.get(line.productId) : undefined}
            isAlike={summary.lines.some(
              (one) => one !== line && lineLike([one], line) !== undefined,
            )}
            onType={props.onType}
            onWish={props.onWish}
            onSplit={props.onSplit}
            onDrop={props.onDrop}
          />
        ))}
      </ul>
      <div className="col-span-12 lg:col-span-4">
        {poNumber}
        <TextArea
          label="Notes for this order"
          optional
          name={orderField.notes}
          rows={3}
          value={notes}
          onChange={(event) => onNotes(event.target.value)}
          error={notesError}
          hint={
            notesFrom
              ? `Carried over from order ${notesFrom}. Change or clear what no longer applies.`
              : "For the whole order: where to put it, whom to ask for."
          }
        />
        <input type="hidden" name={orderField.notesFrom} value={notesFrom} />
        <Checkbox
          label="If something's out of stock, send a similar cut"
          name={orderField.substitutes}
          value="yes"
          checked={allowsSubstitutes}
          onChange={(event) =>
            onSubstitutes({ allowsSubstitutes: event.target.checked, callFirst })
          }
          className="mt-4"
        />
        {(allowsSubstitutes || !isLive) && (
          <Checkbox
            label={desk.isStaff ? "Call them before we send it" : "Call me before you send it"}
            name={orderField.callFirst}
            value="yes"
            checked={callFirst}
            onChange={(event) =>
              onSubstitutes({ allowsSubstitutes: true, callFirst: event.target.checked })
            }
            className="mt-2 ml-8"
          />
        )}
        {standingNotes.trim() && (
          <StandingNotes isStaff={desk.isStaff}>{standingNotes}</StandingNotes>
        )}
      </div>
    </div>
  );
}

function StandingNotes({ isStaff, children }: { isStaff: boolean; children: string }) {
  return (
    <section aria-labelledby="standing-notes" className="mt-6 border-t border-rule pt-4">
      <h2 id="standing-notes" className="font-sans text-sm font-semibold">
        Notes for every order
      </h2>
      <p className="mt-1 break-words whitespace-pre-line">{children}</p>
      {!isStaff && (
        <Link to={accountForOrderPath} className="link inline-flex min-h-11 items-center text-sm">
          Change in your account
        </Link>
      )}
    </section>
  );
}

interface ReviewLineProps {
  line: SummaryLine;
  /** The product as sold now; undefined if its quantity can't be changed here. */
  product: OrderableProduct | undefined;
  /** Decides which wishes are offered. */
  category: string | null | undefined;
  /** True if another line of its product is cut and packed the same way. */
  isAlike: boolean;
  onType: (product: OrderableProduct, typed: string, key: string) => void;
  onWish: (key: string, typed: Partial<TypedWish>) => void;
  /** Splits off some of it to be cut or packed differently. */
  onSplit: (key: string, product: OrderableProduct) => void;
  /** Removes the line; the quantity is its last one. */
  onDrop: (key: string, quantity: string) => void;
}

function ReviewLine(props: ReviewLineProps) {
  const { line, product, category, isAlike, onType, onWish, onSplit, onDrop } = props;
  const { key, name, quantity, unit, pricePerLb } = line;
  const [isTyping, setTyping] = useState(false);
  const settled = useRef(quantity);
  const error = isTyping ? null : line.error;
  const errorId = `error-${key}`;

  function settle(typed: string) {
    setTyping(false);
    if (isNone(typed)) return onDrop(key, settled.current);
    settled.current = typed;
    if (product && typed !== quantity) onType(product, typed, key);
  }
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="font-display leading-snug font-semibold wrap-break-word">{name}</p>
        <p className="mt-0.5 tabular-nums">
          {line.resold && (
            <>
              <s className="text-ink-soft">{line.seenOrdered}</s>{" "}
            </>
          )}
          {/* The box beside it says pounds. */}
          {(!product || product.soldBy === "piece" || line.resold) && (
            <span className={clsx(line.resold && "block font-semibold text-oxblood")}>
              {line.ordered}
            </span>
          )}
        </p>
        {pricePerLb !== null && (
          <p className="text-sm text-ink-soft tabular-nums">
            <OfferText unit={unit} pricePerLb={pricePerLb} line={line} />
          </p>
        )}
        {line.why && <p className="mt-0.5 text-sm text-ink-soft">{line.why}</p>}
        {product && (
          <div className="mt-2">
            <PadQuantityInput
              id={`quantity-${key}`}
              name={orderField.quantity(key)}
              product={product}
              value={quantity}
              isLive
              isInvalid={error !== null}
              describedBy={error ? errorId : undefined}
              onType={(typed) => {
                setTyping(true);
                onType(product, typed, key);
              }}
              onStep={settle}
              onSettle={() => settle(quantity)}
              onKeyDown={(event) => {
                // Enter would press the form's first button, which leads back to the pad.
                if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                event.currentTarget.blur();
              }}
            />
          </div>
        )}
        {error && (
          <p id={errorId} className="mt-1 text-sm font-semibold text-cancelled">
            {error}
          </p>
        )}
      </div>
      <div className="text-right">
        {!error && <p className="font-semibold tabular-nums">{formatCents(line.cents)}</p>}
        <button
          type="submit"
          name={orderField.drop}
          value={key}
          aria-label={`Remove ${name}`}
          className={buttonClass({ variant: "quiet", size: "sm", className: "-mr-3.5" })}
        >
          Remove
        </button>
      </div>
      {pricePerLb !== null && (
        <div className="col-span-2">
          <WishFields
            productName={name}
            category={category}
            nameOf={(part) => orderField.wish(part, key)}
            wish={line.wish}
            onChange={(typed) => onWish(key, typed)}
            // Tells two lines of the same product apart.
            isOpen={key !== line.productId && (isAlike || isSameWish(line.wish, null))}
          >
            {product && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => onSplit(key, product)}
                className="col-span-full w-fit"
              >
                Cut some of it otherwise<span className="sr-only">: {name}</span>
              </Button>
            )}
          </WishFields>
        </div>
      )}
      {!product && <input type="hidden" name={orderField.quantity(key)} value={quantity} />}
      <input type="hidden" name={orderField.unit(key)} value={unit} />
      <input type="hidden" name={orderField.price(key)} value={pricePerLb ?? line.seenPricePerLb} />
      <input type="hidden" name={orderField.name(key)} value={name} />
    </li>
  );
}
