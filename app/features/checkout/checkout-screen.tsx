import { type ReactNode, useEffect, useRef } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { cartPath } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { type SummaryLine, seenPriceCents } from "#app/domain/drafts/order-summary.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { trapField } from "#app/lib/form/submitted-form.ts";
import { type CheckoutView, lacksIn } from "./checkout.ts";
import {
  amountField,
  type CheckoutIntent,
  type KeptField,
  keptFields,
  readCheckout,
  setAmount,
} from "./checkout-form.ts";
import { rememberCheckout } from "./checkout-memory.ts";
import { putBackTaken } from "./line-amount.tsx";

interface CheckoutScreenProps {
  view: CheckoutView;
  title: string;
  /** Fields that the screen shows; the others are sent as hidden inputs. */
  shows: readonly KeptField[];
  next: { intent: CheckoutIntent; label: string };
  /** Shown beside the form: the order, on screens that don't show it otherwise. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A screen of the checkout: a form that carries all earlier input and works without JavaScript. */
export function CheckoutScreen({ view, title, shows, next, aside, children }: CheckoutScreenProps) {
  const heading = useRef<HTMLDivElement>(null);
  const shown = useRef<CheckoutView>(undefined);
  const hydrated = useHydrated();
  const { state } = useNavigation();
  const { pathname, search } = useLocation();
  useEffect(() => {
    rememberCheckout(view.kept);
    const isAmended = shown.current?.step === "review" && view.step === "review";
    const asks = view.message !== null || view.dropped !== null;
    // Changing a line's amount leaves the focus where it is.
    if (shown.current !== view && (asks || !isAmended)) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    shown.current = view;
  }, [view]);

  return (
    <Form
      method="post"
      action={pathname + search}
      noValidate={hydrated}
      replace
      // Unsubmitted input survives a reload.
      onChange={({ currentTarget }) =>
        rememberCheckout(readCheckout(new FormData(currentTarget)).kept)
      }
    >
      {/* Enter submits this button, not one that changes something. */}
      <button
        type="submit"
        name={orderField.intent}
        value={next.intent}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <input type="hidden" name={orderField.requestId} value={view.requestId} />
      {linesOf(view).map(({ productId, quantity, unit, name, price }) => (
        <span key={productId}>
          <input type="hidden" name={orderField.quantity(productId)} value={quantity} />
          <input type="hidden" name={orderField.unit(productId)} value={unit} />
          <input type="hidden" name={orderField.price(productId)} value={price} />
          <input type="hidden" name={orderField.name(productId)} value={name} />
        </span>
      ))}
      {keptFields
        .filter((name) => !shows.includes(name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={view.kept[name]} />
        ))}
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div ref={heading} tabIndex={-1} className="scroll-mt-28 outline-none">
        <Progress view={view} />
        <h2 className="mt-6 text-heading">{title}</h2>
        {view.message && <Notice tone="error" title={view.message} className="mt-5 max-w-2xl" />}
        {view.step !== "review" && <Lacks view={view} />}
        {view.otherDays.length > 0 && <OtherDays days={view.otherDays} />}
        {view.dropped && <Dropped {...view.dropped} />}
        {view.gone.length > 0 && (
          <Notice className="mt-5 max-w-2xl">
            No longer sold, so taken out of your order: {view.gone.join(", ")}.
          </Notice>
        )}
        {view.summary.changed.length > 0 && <Changes lines={view.summary.changed} />}
      </div>
      <div className={aside ? "gap-x-12 lg:mt-6 lg:grid lg:grid-cols-[1fr_22rem]" : undefined}>
        {aside}
        <div className={aside ? "min-w-0 lg:-mt-6" : undefined}>{children}</div>
        <Button
          type="submit"
          size="lg"
          name={orderField.intent}
          value={next.intent}
          pending={state === "submitting"}
          className="mt-8 justify-self-start max-sm:w-full"
        >
          {next.label}
        </Button>
      </div>
    </Form>
  );
}

/** Returns the form's lines; a removed line keeps its position with an empty quantity. */
function linesOf({ summary, dropped }: CheckoutView) {
  const lines = summary.lines.map((line) => ({ ...line, price: line.pricePerLb ?? "" }));
  if (!dropped) return lines;
  const { line, at } = dropped;
  const none = { ...line, quantity: "0", unit: line.seenUnit, price: line.seenPricePerLb };
  return [...lines.slice(0, at), none, ...lines.slice(at)];
}

/** Lists lines that can't be ordered as they are, on screens without the lines' amounts. */
function Lacks({ view: { summary, message } }: { view: CheckoutView }) {
  const lacks = lacksIn(summary).filter((lack) => lack !== message);
  if (summary.invalid.length === 0) return null;
  return (
    <Notice
      title="It can’t be ordered like this"
      className="mt-5 max-w-2xl"
      action={<SecondaryLink to={cartPath}>Change your cart</SecondaryLink>}
    >
      {lacks.map((lack) => (
        <p key={lack}>{lack}</p>
      ))}
    </Notice>
  );
}

function Dropped({ line: { productId, name, quantity } }: NonNullable<CheckoutView["dropped"]>) {
  return (
    <Notice
      title={`${name} removed`}
      className="mt-5 max-w-2xl"
      action={
        <Button
          type="submit"
          variant="secondary"
          name={amountField}
          value={setAmount(productId, quantity)}
          onClick={putBackTaken}
        >
          Undo
        </Button>
      }
    />
  );
}

function Progress({ view: { step, delivery, kept } }: { view: CheckoutView }) {
  const steps = [
    ...(delivery ? [{ key: "where", name: "Where and when" }] : []),
    { key: "contact", name: "Details" },
    { key: "review", name: "Review" },
    ...(kept.way === "card" ? [{ key: "pay", name: "Card" }] : []),
  ];
  const at = steps.findIndex(({ key }) => key === step);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {steps.map(({ key, name }, index) => (
        <li
          key={key}
          aria-current={index === at ? "step" : undefined}
          className={index === at ? "font-semibold text-oxblood" : "text-ink-soft"}
        >
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  );
}

function OtherDays({ days }: { days: CheckoutView["otherDays"] }) {
  return (
    <ul className="mt-4 flex max-w-2xl flex-col items-start gap-2">
      {days.map(({ key, words }) => (
        <li key={key}>
          <button
            type="submit"
            name={orderField.takeDay}
            value={key}
            className={buttonClass({ variant: "secondary" })}
          >
            Take {words}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Lists what has changed since the customer last saw it, by line. */
function Changes({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <Notice title="Changed since you looked" className="mt-5 max-w-2xl">
      <ul>
        {lines.map((line) => (
          <li key={line.productId}>
            {line.name}
            {line.isRepriced && line.pricePerLb !== null && (
              <>
                {": "}
                <s>{formatPricePerLb(seenPriceCents(line))}</s>, now{" "}
                {formatPricePerLb(toCents(line.pricePerLb))}
              </>
            )}
            {line.resold && `: ${line.resold}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
