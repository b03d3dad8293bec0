import { clsx } from "clsx/lite";
import { Minus, Plus } from "lucide";
import { useRef, useState } from "react";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import {
  answeredField,
  controlClass,
  Field,
  TextArea,
  TextField,
} from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { byCategory } from "#app/domain/drafts/order-categories.ts";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import { addRows, productChoice } from "#app/domain/ordering/changing/change-form.ts";
import { changeField } from "#app/domain/ordering/changing/change-plan.ts";
import { mostPriceReason, type PriceRule } from "#app/domain/ordering/changing/desk-price.ts";
import type { AdminOrder, OrderItem } from "#app/domain/orders/order.ts";
import {
  orderedInWords,
  stepQuantity,
  typedQuantity,
  unitOf,
} from "#app/domain/orders/order-quantity.ts";
import { typedWish } from "#app/domain/orders/wishes/wish.ts";
import { WishFields } from "#app/domain/orders/wishes/wish-fields.tsx";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface ChangeFieldsProps {
  order: Pick<AdminOrder, "version" | "notes" | "items">;
  products: readonly OrderableProduct[];
  /** Limits for prices that the user may set. */
  prices?: PriceRule;
  answer: FormAnswer | undefined;
}

/** Fields to change an order's lines; products are added by `AddProducts`. */
export function ChangeLines({ order, products, prices, answer }: ChangeFieldsProps) {
  // The version as rendered, because the user hasn't seen later changes.
  const [seen] = useState(order.version);
  const byId = new Map(products.map((product) => [product.id, product]));
  return (
    <>
      <input
        type="hidden"
        name={changeField.version}
        value={answer?.values?.[changeField.version] ?? seen}
      />
      <ul aria-label="Lines of the order" className="border-t border-ink">
        {order.items.map((item) => (
          <LineFields
            key={item.id}
            item={item}
            today={byId.get(item.productId ?? "")}
            prices={prices}
            answer={answer}
          />
        ))}
      </ul>
    </>
  );
}

/** Fields to change an order's lines and notes. */
export function ChangeFields({ order, products, answer, ...rest }: ChangeFieldsProps) {
  return (
    <>
      <ChangeLines order={order} products={products} answer={answer} {...rest} />
      <AddProducts products={products} answer={answer} />
      <ChangeNotes order={order} answer={answer} />
    </>
  );
}

/** Fields to add products to an order. */
export function AddProducts({ products, answer }: Pick<ChangeFieldsProps, "products" | "answer">) {
  return (
    <fieldset className="mt-10">
      <legend className="font-display text-title font-semibold">Add products</legend>
      <p className="mt-1 text-ink-soft">At today's prices.</p>
      {addRows.map((row) => (
        <AddFields key={row} row={row} products={products} answer={answer} />
      ))}
    </fieldset>
  );
}

/** Field to change an order's notes. */
export function ChangeNotes({ order, answer }: Pick<ChangeFieldsProps, "order" | "answer">) {
  return (
    <>
      <TextArea
        label="Notes for this order"
        optional
        rows={3}
        {...withDefault(answer, changeField.notes, order.notes)}
        className="mt-10 max-w-2xl"
      />
      <Stored field={changeField.notes} value={order.notes} />
    </>
  );
}

interface LineFieldsProps {
  item: OrderItem;
  today: OrderableProduct | undefined;
  prices: PriceRule | undefined;
  answer: FormAnswer | undefined;
}

function LineFields({ item, today, prices, answer }: LineFieldsProps) {
  const { id, productName: name } = item;
  const quantity = typedQuantity({ pounds: item.quantity, pieces: item.orderedPieces });
  const wish = typedWish(
    (part) => answer?.values?.[changeField.wish(part, id)] ?? item.wish?.[part] ?? "",
  );
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-2 border-b border-rule py-4 md:grid-cols-[1fr_11rem_8rem]">
      <div className="min-w-0 max-md:col-span-2">
        <p className="font-display font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          Now {orderedInWords(item)} at {formatPricePerLb(toCents(item.pricePerLb))}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">{moreInWords(item, today)}</p>
      </div>
      <QuantityBox
        item={item}
        today={today}
        {...withDefault(answer, changeField.quantity(id), quantity)}
      />
      <Checkbox
        label={
          <>
            Remove<span className="sr-only"> {name}</span>
          </>
        }
        name={changeField.remove(id)}
        value="yes"
        defaultChecked={answer?.values?.[changeField.remove(id)] === "yes"}
        className="md:mt-6.5 max-md:mt-6.5"
      />
      <div className="max-md:col-span-2 md:col-span-3">
        <WishFields
          productName={name}
          category={today?.category}
          nameOf={(part) => changeField.wish(part, id)}
          wish={wish}
          error={answeredField(answer, changeField.wish("note", id)).error?.[0]}
        />
        {prices && prices.withinPct !== 0 && (
          <PriceFields item={item} prices={prices} answer={answer} />
        )}
      </div>
      <Stored field={changeField.quantity(id)} value={quantity} />
      {today && <input type="hidden" name={changeField.price(id)} value={today.pricePerLb} />}
    </li>
  );
}

interface PriceFieldsProps {
  item: OrderItem;
  prices: PriceRule;
  answer: FormAnswer | undefined;
}

/** Fields for staff to set a line's price with a reason; collapsed at first. */
function PriceFields({ item, prices, answer }: PriceFieldsProps) {
  const { id, productName: name } = item;
  const price = withDefault(answer, changeField.ownPrice("pricePerLb", id), item.pricePerLb);
  const reason = withDefault(answer, changeField.ownPrice("reason", id), "");
  const isTyped = price.defaultValue !== item.pricePerLb || Boolean(price.error ?? reason.error);
  const [isOpen, setOpen] = useState(isTyped);
  if (isTyped && !isOpen) setOpen(true);
  const limit = prices.withinPct === null ? "" : ` You may go ${prices.withinPct} % up or down.`;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="text-[0.9375rem]"
    >
      <summary className="w-fit min-h-11 cursor-pointer content-center text-ink-soft hover:text-oxblood">
        Change the price<span className="sr-only"> of {name}</span>
      </summary>
      <div className="grid max-w-2xl items-start gap-x-4 gap-y-3 pt-1 pb-3 sm:grid-cols-[11rem_1fr]">
        <TextField
          label={
            <>
              Price per lb ($)<span className="sr-only"> of {name}</span>
            </>
          }
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          {...price}
        />
        <TextField
          label={
            <>
              Reason<span className="sr-only"> for the price of {name}</span>
            </>
          }
          hint="The client reads it on the order."
          autoComplete="off"
          maxLength={mostPriceReason}
          {...reason}
        />
        <p className="col-span-full text-sm text-ink-soft">
          For the whole line, and for this order alone.{limit}
        </p>
      </div>
      <Stored field={changeField.ownPrice("pricePerLb", id)} value={item.pricePerLb} />
    </details>
  );
}

interface QuantityBoxProps {
  item: Pick<OrderItem, "productName" | "soldBy" | "typicalPieceLb">;
  today: OrderableProduct | undefined;
  name: string;
  defaultValue: string;
  error?: string[] | undefined;
}

function QuantityBox({ item, today, error, ...field }: QuantityBoxProps) {
  const { productName: name, soldBy } = item;
  const isPiece = soldBy === "piece";
  const isLive = useHydrated();
  const box = useRef<HTMLInputElement>(null);

  function step(by: 1 | -1) {
    if (!box.current) return;
    const orderStepLb = today?.orderStepLb ?? "0.01";
    const stepped = stepQuantity(box.current.value, by, { ...item, orderStepLb });
    // Only Remove takes out a line's last pound or piece.
    if (!stepped) return;
    box.current.value = stepped;
    // Makes the form ask for the new sum.
    box.current.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  const button = (by: 1 | -1) =>
    isLive && (
      <button
        type="button"
        // Not a Tab stop, like the buttons on the order pad.
        tabIndex={-1}
        aria-label={`One ${isPiece ? "piece" : "pound"} ${by < 0 ? "less" : "more"} of ${name}`}
        onClick={() => step(by)}
        className="grid size-11 shrink-0 place-items-center border border-rule-strong transition-colors hover:bg-ink hover:text-paper"
      >
        <Icon of={by < 0 ? Minus : Plus} className="size-4" />
      </button>
    );
  return (
    <Field
      label={
        <>
          {isPiece ? "Pieces" : "Pounds"}
          <span className="sr-only"> of {name}</span>
        </>
      }
      error={error ?? null}
    >
      {(control) => (
        <div className="flex">
          {button(-1)}
          <input
            ref={box}
            inputMode={isPiece ? "numeric" : "decimal"}
            autoComplete="off"
            maxLength={20}
            {...field}
            {...control}
            className={clsx(controlClass, isLive && "-mx-px text-center tabular-nums focus:z-1")}
          />
          {button(1)}
        </div>
      )}
    </Field>
  );
}

function moreInWords(item: OrderItem, today: OrderableProduct | undefined): string {
  if (!today) return "No longer available: you can lower the amount or remove it.";
  const price = formatPricePerLb(toCents(today.pricePerLb));
  if (unitOf(today) !== unitOf(item)) {
    return `Now sold by the ${today.soldBy === "lb" ? "pound" : "piece"}: add more of it below, at ${price}.`;
  }
  return toCents(today.pricePerLb) === toCents(item.pricePerLb)
    ? ""
    : `More of it costs today's ${price}, and is a line of its own.`;
}

interface AddFieldsProps {
  row: string;
  products: readonly OrderableProduct[];
  answer: FormAnswer | undefined;
}

function AddFields({ row, products, answer }: AddFieldsProps) {
  return (
    <div className="grid grid-cols-[1fr_8rem] items-start gap-x-4 border-b border-rule py-4 md:grid-cols-[1fr_10rem] lg:max-w-3xl">
      <SelectField
        label={
          <>
            Product<span className="sr-only"> {row} to add</span>
          </>
        }
        {...withDefault(answer, changeField.addProduct(row), "")}
      >
        <option value="">None</option>
        {byCategory(products).map((part) => (
          <optgroup key={part.id} label={part.label}>
            {part.products.map((product) => (
              <option key={product.id} value={productChoice({ ...product, unit: unitOf(product) })}>
                {offerInWords(product)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextField
        label={
          <>
            Quantity<span className="sr-only"> of product {row} to add</span>
          </>
        }
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...withDefault(answer, changeField.addQuantity(row), "")}
      />
    </div>
  );
}

function offerInWords({ name, pricePerLb, soldBy, typicalPieceLb }: OrderableProduct): string {
  const price = formatPricePerLb(toCents(pricePerLb));
  const how = soldBy === "piece" ? `pieces of about ${formatLb(Number(typicalPieceLb))}` : "pounds";
  return `${name}, ${price}, in ${how}`;
}

function Stored({ field, value }: { field: string; value: string }) {
  return <input type="hidden" name={changeField.stored(field)} value={value} />;
}

/** Returns a field's props with the submitted value, else the stored one. */
export function withDefault(answer: FormAnswer | undefined, name: string, stored: string) {
  const field = answeredField(answer, name);
  const isTyped = field.defaultValue !== answer?.values?.[changeField.stored(name)];
  return { ...field, defaultValue: isTyped ? (field.defaultValue ?? stored) : stored };
}
