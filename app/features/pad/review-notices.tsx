import { Button, SecondaryButton } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { type OrderSummary, seenPriceCents } from "#app/domain/drafts/order-summary.ts";
import { OtherDays } from "#app/domain/ordering/delivery/delivery-choice.tsx";
import { type OrderDesk, orderPage } from "#app/domain/ordering/placing/order-desk.ts";
import { accountForOrderPath, type OrderAnswer } from "#app/domain/ordering/placing/order-form.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";

interface ReviewNoticesProps {
  desk: OrderDesk;
  draft: OrderDraft;
  summary: OrderSummary;
  answer: OrderAnswer | undefined;
  /** Undefined without JavaScript, where the form's own button does it. */
  onAccept: (() => void) | undefined;
  onRenew: (() => void) | undefined;
}

/** What has changed since the draft was started, and the result of the last attempt. */
export function ReviewNotices({
  desk,
  draft,
  summary,
  answer,
  onAccept,
  onRenew,
}: ReviewNoticesProps) {
  const { gone, changed } = summary;
  const placed = answer?.draft.requestId === draft.requestId ? answer.placedBefore : undefined;
  // Problems with a single line are shown beside it.
  const general = answer?.problems.find(({ field }) => field === "lines" || field === "requestId");
  const short = (answer?.problems ?? []).filter(
    ({ isStock, productId }) => isStock && isAsSent(draft, answer, productId),
  );
  const other = dayProblem(draft, answer);
  const account = answer?.problems.find(({ field }) => field === "account");
  return (
    <>
      {answer?.isUnknown && <Unanswered />}
      {placed && (
        <PlacedBefore to={orderPage(desk, placed.id)} number={placed.number} onRenew={onRenew} />
      )}
      {account && (
        <Notice
          tone="error"
          title={account.message}
          className="mt-6"
          action={
            !desk.isStaff && <ButtonLink to={accountForOrderPath}>Open your account</ButtonLink>
          }
        />
      )}
      {other && (
        <Notice
          tone="error"
          title={other.message}
          className="mt-6"
          action={
            answer?.otherDays &&
            answer.otherDays.length > 0 && <OtherDays days={answer.otherDays} />
          }
        />
      )}
      {general && <Notice tone="error" title={general.message} className="mt-6" />}
      {short.length > 0 && (
        <Notice tone="error" title="Less is left than you picked" className="mt-6">
          <ul className="space-y-1">
            {short.map(({ productId, message }) => (
              <li key={productId}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {gone.length > 0 && <ProductsGone names={gone.map(({ name }) => name)} />}
      {changed.length > 0 && <OffersChanged summary={summary} onAccept={onAccept} />}
    </>
  );
}

function isAsSent(draft: OrderDraft, answer: OrderAnswer | undefined, productId?: string): boolean {
  const askedIn = ({ lines, day }: OrderDraft) =>
    JSON.stringify([
      day,
      lines.filter((line) => line.productId === productId).map(({ quantity }) => quantity),
    ]);
  return answer !== undefined && askedIn(draft) === askedIn(answer.draft);
}

/** Returns the last attempt's problem with the day; undefined once another is chosen. */
export function dayProblem(draft: OrderDraft, answer: OrderAnswer | undefined) {
  if (answer?.draft.day !== draft.day) return undefined;
  return answer.problems.find(({ field }) => field === "day" || field === "site");
}

/** The request failed or its response was lost. */
function Unanswered() {
  return (
    <Notice tone="error" title="We could not tell whether your order went through" className="mt-6">
      <p>
        The connection to the shop was lost or is very slow. Everything you picked is saved. Press
        Place order again: if your order did go through, it will not be placed twice.
      </p>
    </Notice>
  );
}

/** The same request id has already placed an order with different contents. */
function PlacedBefore({
  to,
  number,
  onRenew,
}: { to: string; number: number } & Pick<ReviewNoticesProps, "onRenew">) {
  const name = orderNumber(number);
  return (
    <Notice
      tone="error"
      title={`This was already placed, as order ${name}`}
      className="mt-6"
      action={
        <>
          <ButtonLink to={to}>See order {name}</ButtonLink>
          {onRenew && <SecondaryButton onClick={onRenew}>Make this a new order</SecondaryButton>}
        </>
      }
    >
      <p>It came in before your last change, so that change is not included.</p>
    </Notice>
  );
}

/** Products that can't be ordered: no longer sold, or not in the client's prices. */
function ProductsGone({ names }: { names: string[] }) {
  const one = names.length === 1;
  return (
    <Notice
      tone="error"
      title={one ? "A product is not available" : "Some products are not available"}
      className="mt-6"
    >
      <p>
        {names.join(", ")}. Remove {one ? "it" : "them"} to place the order.
      </p>
    </Notice>
  );
}

/** Products whose price or unit has changed since they were picked. */
function OffersChanged({ summary, onAccept }: Pick<ReviewNoticesProps, "summary" | "onAccept">) {
  const { changed, cents, seenCents } = summary;
  return (
    <Notice
      tone="error"
      title={titleOf(summary)}
      className="mt-6"
      action={onAccept && <Button onClick={onAccept}>Accept the new {changesOf(summary)}</Button>}
    >
      <ul className="space-y-1">
        {changed.map((line) => (
          <li key={line.key}>
            {line.name}: {line.resold}
            {line.resold && line.isRepriced && "; "}
            {line.isRepriced && (
              <>
                was {formatPricePerLb(seenPriceCents(line))}, now{" "}
                <strong>{formatPricePerLb(toCents(line.pricePerLb ?? "0"))}</strong>
              </>
            )}
          </li>
        ))}
      </ul>
      {cents !== seenCents && (
        <p className="mt-2">
          The estimate is <strong>{formatCents(cents)}</strong> instead of {formatCents(seenCents)}.
        </p>
      )}
    </Notice>
  );
}

function titleOf({ changed }: OrderSummary): string {
  const isOne = changed.length === 1;
  if (changed.some(({ resold }) => resold)) {
    return isOne
      ? "A product is sold differently since you picked it"
      : `${changed.length} products have changed since you picked them`;
  }
  return isOne
    ? "A price has changed since you picked the product"
    : `${changed.length} prices have changed since you picked the products`;
}

/** Names what the user has to accept: only prices, or quantities too. */
export function changesOf({ changed }: OrderSummary): string {
  if (!changed.some(({ resold }) => resold)) return "prices";
  return changed.some(({ isRepriced }) => isRepriced) ? "quantities and prices" : "quantities";
}
