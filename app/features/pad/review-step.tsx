import { clsx } from "clsx/lite";
import { ChevronLeft } from "lucide";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { focusFirstMistake, TextField } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import type { ChosenDelivery } from "#app/domain/delivery/delivery-offer.ts";
import {
  acceptChanges,
  allowSubstitutes,
  amendLine,
  chooseDelivery,
  dropLine,
  type OrderDraft,
  putBackLine,
  splitLine,
  typeNotes,
  typePoNumber,
  typeWish,
} from "#app/domain/drafts/order-draft.ts";
import type { OrderSummary } from "#app/domain/drafts/order-summary.ts";
import { differenceInWords } from "#app/domain/ledger/differences/difference.ts";
import { dayMissingInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import { type OrderDesk, orderPage } from "#app/domain/ordering/placing/order-desk.ts";
import { type OrderAnswer, orderField } from "#app/domain/ordering/placing/order-form.ts";
import type { OrderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { maxPoNumber, usedBefore } from "#app/domain/ordering/placing/po-number.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { belowMinimum } from "#app/domain/orders/order-refusals.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { OrderBar } from "./order-bar.tsx";
import type { OrderReviewProps } from "./order-review.tsx";
import { OrderReview } from "./order-review.tsx";
import { changesOf, ReviewNotices } from "./review-notices.tsx";

export interface ReviewStepProps
  extends Pick<OrderReviewProps, "desk" | "summary" | "standingNotes" | "products" | "isLive"> {
  draft: OrderDraft;
  minOrderCents: number;
  fee: { cents: number; taxCode: string | null };
  delivery: ChosenDelivery | null;
  choice: ReactNode;
  poTerms: Pick<OrderingTerms, "po" | "usedPoNumbers">;
  /** A small difference on the account (`smallDifference`); null for none. */
  differenceCents: number | null;
  answer: OrderAnswer | undefined;
  isPending: boolean;
  /** Notice that the order waits for a network; false if it doesn't. */
  waiting: ReactNode;
  onChange: (how: (draft: OrderDraft) => OrderDraft) => void;
  onRenew: () => void;
  onBack: () => void;
  onPlace: () => void;
}

/** The second step: the order as it would be placed, and anything that prevents it. */
export function ReviewStep(props: ReviewStepProps) {
  const {
    desk,
    draft,
    summary,
    minOrderCents,
    fee,
    delivery,
    choice,
    standingNotes,
    products,
    differenceCents,
    isLive,
    answer,
    isPending,
    waiting,
    onChange,
  } = props;
  const company = useCompany();
  const placeButton = useRef<HTMLButtonElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const obstacle =
    obstacleIn(summary) ??
    (delivery && !delivery.day ? dayMissingInWords(delivery, company) : null) ??
    belowMinimum(summary.cents, desk.isStaff ? 0 : minOrderCents);

  // The result of the last attempt appears above the button, possibly out of view.
  useEffect(() => {
    if ((answer || waiting) && !isPending) notices.current?.focus();
  }, [answer, waiting, isPending]);

  /** @param quantity the line's quantity before it was emptied; by default its current one */
  function drop(key: string, quantity?: string) {
    const at = draft.lines.findIndex((line) => line.key === key);
    const line = draft.lines[at];
    onChange((now) => dropLine(now, key));
    const name = summary.lines.find((one) => one.key === key)?.name;
    if (!line || !name) return;
    const before = { ...line, quantity: quantity ?? line.quantity };
    const undo = () => onChange((now) => putBackLine(now, before, at));
    toast({ title: `${name} removed`, action: { label: "Undo", run: undo } });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const button = event.nativeEvent.submitter;
    // Only the server knows the days of another postal code.
    if (!isLive || (button instanceof HTMLButtonElement && button.value === "site")) return;
    event.preventDefault();
    if (!(button instanceof HTMLButtonElement) || isPending) return;
    setProblem(null);
    if (button.name === orderField.drop) drop(button.value);
    else if (button.name === orderField.takeDay) {
      onChange((now) => chooseDelivery(now, { day: button.value }));
    } else if (button.value === "pick") props.onBack();
    else if (!obstacle) props.onPlace();
    else {
      // The notice above says already why a day is lost.
      setProblem(delivery?.lost ? null : obstacle);
      if (isOfQuantity(summary)) focusFirstMistake(event.currentTarget);
      else notices.current?.focus();
    }
  }

  const poProblem = answer?.draft.poNumber === draft.poNumber ? answer : undefined;
  const notesProblem = answer?.draft.notes === draft.notes ? answer : undefined;
  return (
    <Form
      method="post"
      action={desk.page}
      onSubmit={submit}
      onKeyDown={(event) => {
        // Ignores the keys that led here while they are still held down.
        if (!isLive || event.repeat || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) {
          return;
        }
        event.preventDefault();
        event.currentTarget.requestSubmit(placeButton.current);
      }}
    >
      <PageHeader
        title={desk.isStaff ? "Review order" : "Review your order"}
        before={
          <button
            type="submit"
            name={orderField.intent}
            value="pick"
            className="-ml-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold hover:text-oxblood"
          >
            <Icon of={ChevronLeft} className="size-4" />
            Change the order
          </button>
        }
      />
      <div ref={notices} tabIndex={-1} className="scroll-mt-4 outline-none">
        {waiting}
        <ReviewNotices
          desk={desk}
          draft={draft}
          summary={summary}
          answer={isPending ? undefined : answer}
          onAccept={isLive ? () => onChange((now) => acceptChanges(now, products)) : undefined}
          onRenew={isLive ? props.onRenew : undefined}
        />
      </div>
      {choice}
      {desk.isStaff && delivery && (
        <TextField
          label="Reason for overriding the day's cut-off, limits or minimum"
          optional
          name={orderField.override}
          maxLength={500}
          value={draft.override}
          onChange={(event) =>
            onChange((now) => chooseDelivery(now, { override: event.target.value }))
          }
          error={answer?.problems.find(({ field }) => field === "override")?.message ?? null}
          hint="It is kept in the order's history."
          className="mt-5 max-w-xl"
        />
      )}
      <OrderReview
        desk={desk}
        isLive={isLive}
        products={products}
        onType={(product, typed, key) => onChange((now) => amendLine(now, product, typed, key))}
        onWish={(key, typed) => onChange((now) => typeWish(now, key, typed))}
        onSplit={(key, product) => onChange((now) => splitLine(now, key, product))}
        onDrop={drop}
        summary={summary}
        notes={draft.notes}
        notesFrom={draft.notesFrom}
        standingNotes={standingNotes}
        notesError={notesProblem?.problems.find(({ field }) => field === "notes")?.message}
        poNumber={
          <PoNumberField
            {...props.poTerms}
            desk={desk}
            value={draft.poNumber}
            error={poProblem?.problems.find(({ field }) => field === "poNumber")?.message}
            onChange={(typed) => onChange((now) => typePoNumber(now, typed))}
          />
        }
        onNotes={(notes) => onChange((now) => typeNotes(now, notes))}
        allowed={draft}
        onSubstitutes={(allowed) => onChange((now) => allowSubstitutes(now, allowed))}
      />
      {differenceCents !== null && (
        <p className="mt-6 text-sm text-ink-soft tabular-nums">
          {differenceInWords(differenceCents, desk.isStaff ? "their" : "your")}
        </p>
      )}
      <input type="hidden" name={orderField.requestId} value={draft.requestId} />
      <input type="hidden" name={orderField.step} value="review" />
      <OrderBar
        summary={summary}
        minOrderCents={minOrderCents}
        fee={fee}
        isMinimumAdvice={desk.isStaff}
        empty="Nothing here can be ordered"
        problem={problem}
      >
        <Button
          type="submit"
          name={orderField.intent}
          value="place"
          ref={placeButton}
          aria-keyshortcuts="Control+Enter"
          size="lg"
          pending={isPending}
          className={clsx((isLive || summary.changed.length === 0) && "whitespace-nowrap")}
        >
          {!isLive && summary.changed.length > 0
            ? `Accept ${changesOf(summary)} and place order`
            : "Place order"}
        </Button>
      </OrderBar>
    </Form>
  );
}

/** True if what must be fixed first is a quantity in its box, which no notice explains. */
function isOfQuantity({ gone, invalid }: OrderSummary): boolean {
  return gone.length === 0 && invalid.length > 0;
}

/** Says what the user must fix before the order can be placed; null for nothing. */
function obstacleIn(summary: OrderSummary): string | null {
  const { gone, invalid, changed } = summary;
  const [lost] = gone;
  const [wrong] = invalid;
  if (lost) return `Remove ${lost.name} first: it is not available for this order.`;
  if (wrong) return `Correct the quantity of ${wrong.name} first.`;
  return changed.length > 0 ? `Accept the new ${changesOf(summary)} first.` : null;
}

interface PoNumberFieldProps extends Pick<OrderingTerms, "po" | "usedPoNumbers"> {
  desk: OrderDesk;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

/** Field for the customer's purchase order number; warns if another order has it. */
function PoNumberField(props: PoNumberFieldProps) {
  const { po, usedPoNumbers, desk, value, error, onChange } = props;
  if (po.kind === "none") return null;
  if (po.kind === "given") {
    return (
      <p className="mb-5">
        <span className="block text-sm font-semibold">Purchase order number</span>
        <span className="wrap-anywhere">{po.poNumber}</span>
        {po.endsOn && (
          <span className="block text-sm text-ink-soft">
            For orders until {formatFullDay(po.endsOn)}
          </span>
        )}
      </p>
    );
  }
  const same = usedBefore(usedPoNumbers, value);
  const isRequired = po.kind === "required";
  return (
    <div className="mb-5">
      <TextField
        label="Purchase order number"
        optional={!isRequired}
        required={isRequired}
        name={orderField.poNumber}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={maxPoNumber}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        hint={
          isRequired && po.endedOn
            ? `Your blanket order ended on ${formatFullDay(po.endedOn)}.`
            : undefined
        }
      />
      <p role="status" className="text-sm">
        {same && (
          <span className="mt-1.5 block border-l-4 border-oxblood pl-3">
            Order{" "}
            <TextLink to={orderPage(desk, same.orderId)}>{orderNumber(same.orderNumber)}</TextLink>{" "}
            has this number already. You can still use it again.
          </span>
        )}
      </p>
    </div>
  );
}
