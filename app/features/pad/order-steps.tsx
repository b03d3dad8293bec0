import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useLookAgain } from "#app/components/page/look-again.ts";
import { toast } from "#app/components/toast/toast-store.ts";
import { readCart } from "#app/domain/drafts/cart/cart-storage.ts";
import {
  type OrderAgain,
  orderOfCart,
  sourceOf,
  startAgain,
} from "#app/domain/drafts/order-again.ts";
import { AgainChoice, FilledAgain } from "#app/domain/drafts/order-again-notices.tsx";
import {
  chooseDelivery,
  dropLine,
  emptyDraft,
  type OrderableProduct,
  type OrderDraft,
  settleQuantity,
  typeQuantity,
} from "#app/domain/drafts/order-draft.ts";
import { forgetPlacedDraft } from "#app/domain/drafts/order-draft-store.ts";
import { summarize } from "#app/domain/drafts/order-summary.ts";
import { useOrderAgain } from "#app/domain/drafts/use-order-again.ts";
import { useOrderDraft } from "#app/domain/drafts/use-order-draft.ts";
import type { Guide } from "#app/domain/guides/guide.ts";
import { DeliveryChoice } from "#app/domain/ordering/delivery/delivery-choice.tsx";
import { lostInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import type { OrderDesk } from "#app/domain/ordering/placing/order-desk.ts";
import {
  type OrderAnswer,
  orderField,
  type PadList,
} from "#app/domain/ordering/placing/order-form.ts";
import type { OrderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { firstQuantity, typedInWords, unitOf } from "#app/domain/orders/order-quantity.ts";
import { feeShown, type Pad, summarizeForDay } from "./day-summary.ts";
import { KeptDraft, PlacedHere } from "./draft-notices.tsx";
import { KeptForm, WaitingToSend } from "./offline/connection-notices.tsx";
import { PickStep } from "./pick-step.tsx";
import { dayProblem } from "./review-notices.tsx";
import { ReviewStep } from "./review-step.tsx";
import { useOrderStep } from "./use-order-step.ts";
import { usePlaceOrder } from "./use-place-order.ts";

interface OrderStepsProps extends Pad {
  desk: OrderDesk;
  /** The browser keeps one draft per account; for staff, one per client. */
  accountId: string;
  /** Idempotency key for an order submitted without JavaScript. */
  requestId: string;
  poTerms: Pick<OrderingTerms, "po" | "usedPoNumbers">;
  standingNotes: string;
  names: Readonly<Record<string, string>>;
  /** A small difference on the account (`smallDifference`); null for none. */
  differenceCents: number | null;
  guides: readonly Guide[];
  again: OrderAgain | null;
  added?: string | null;
  /** How the form is cached for offline use; absent if staff order. */
  kept?: { whose: string; isKept: boolean; loadedAt: Date };
  /** The server's answer if this page was rendered for a form submission. */
  posted: OrderAnswer | undefined;
}

/**
 * The order form: pick, review and place. With JavaScript it works on the draft in the browser;
 * without it, every step submits the same forms to the server.
 */
export function OrderSteps(props: OrderStepsProps) {
  const { desk, accountId, requestId, minOrderCents, standingNotes, again, offer } = props;
  // The router drops a form's answer when the page is revalidated.
  const [posted, setPosted] = useState(props.posted);
  if (props.posted && props.posted !== posted) setPosted(props.posted);
  // Kept here, so that going back from the review returns to the same page.
  const [page, setPage] = useState(posted?.page ?? 1);
  const [asked, setList] = useState<PadList>(posted?.list ?? (again ? "all" : "guide"));
  const container = useRef<HTMLDivElement>(null);
  const placing = usePlaceOrder(desk, (placed) => {
    // A client's draft is cleared by the page that says it is placed.
    if (desk.isStaff) forgetPlacedDraft(accountId, placed.requestId);
  });
  const sent = posted?.draft ?? {
    ...(again
      ? startAgain(emptyDraft, again, props.products).draft
      : addCut(emptyDraft, props.products, props.added ?? null)),
    requestId,
  };
  const kept = useOrderDraft(accountId, posted?.draft, () => {
    const fields = new FormData(container.current?.querySelector("form") ?? undefined);
    // In current units, as the boxes show them.
    const anyDay = [...props.products, ...props.laterProducts];
    const { lines } = summarize(sent, anyDay);
    const shown = new Map(lines.map((line) => [line.key, line.quantity]));
    return anyDay.flatMap((product) => {
      const typed = fields.get(orderField.quantity(product.id));
      const isNew = typeof typed === "string" && typed !== (shown.get(product.id) ?? "");
      return isNew ? [[product, typed]] : [];
    });
  });
  const { isLoaded: isLive, renew } = kept;
  const change = (how: (draft: OrderDraft) => OrderDraft) => {
    // A waiting order must be exactly what the client placed, so changes stop it.
    placing.stopWaiting();
    kept.change(how);
  };
  const draft = isLive ? kept.draft : { ...sent, requestId: sent.requestId || requestId };
  const { products, summary, delivery } = summarizeForDay(draft, props);
  const siteId = delivery?.site?.id ?? draft.site;
  const guide =
    props.guides.find((one) => one.siteId === siteId) ?? (offer ? null : props.guides[0]);
  const chosen = {
    site: delivery?.site?.id ?? "",
    day: delivery?.day?.key ?? (delivery ? draft.day : ""),
  };
  // Keeps the shown day as chosen, so that its loss is reported and no other day replaces it.
  useCutOff(isLive ? delivery?.day?.cutOffAt : undefined, () =>
    change((now) => chooseDelivery(now, chosen)),
  );
  const lost = delivery?.lost ? lostInWords(delivery.lost) : null;
  const { step, goTo } = useOrderStep(container, {
    isLive,
    // Stays on the review while an order is being sent, even if another tab has just placed it.
    isEmpty: draft.lines.length === 0 && !placing.isPending,
    // Quantities that don't fit a product's steps are only found here, with the products.
    first: posted?.step === "review" && summary.invalid.length === 0 ? "review" : "pick",
  });
  useAddedCut(props.added ?? null, products, kept);
  const { filled, asking } = useOrderAgain(useCartToOrder(props, products, isLive), products, kept);
  const filledAgain = isLive ? filled : posted || !again ? null : { again, joined: [] };

  // A refused request id would be refused again, so it is renewed.
  const isRefusedId = placing.answer?.problems.some(({ field }) => field === "requestId");
  useEffect(() => {
    if (isRefusedId) renew();
  }, [isRefusedId, renew]);

  const answer = placing.answer ?? posted;
  const fee = feeShown(delivery);
  const common = {
    desk,
    draft,
    summary,
    fee,
    isLive,
    minOrderCents: delivery?.terms.minimumCents ?? minOrderCents,
  };
  const choice = offer && delivery && (
    <DeliveryChoice
      offer={offer}
      chosen={delivery}
      postalCode={draft.postalCode}
      postalCodeError={answer?.problems.find(({ field }) => field === "postalCode")?.message}
      isLive={isLive}
      // On the long pad, the bar reports a lost day; in the review, a refusal may.
      saysLost={step === "review" && (placing.isPending || !dayProblem(draft, answer))}
      onChoose={(how) => change((now) => chooseDelivery(now, how))}
    />
  );
  const waiting = placing.isWaiting && <WaitingToSend onStop={placing.stopWaiting} />;
  return (
    <div ref={container}>
      {props.kept && <KeptForm {...props.kept} />}
      {step === "pick" ? (
        <PickStep
          {...common}
          products={products}
          names={props.names}
          guide={guide?.items.length ? guide : null}
          list={asked}
          onChange={change}
          onList={(list) => {
            setList(list);
            setPage(1);
          }}
          first={filledAgain && firstOf(filledAgain.again)}
          posted={posted}
          day={delivery?.day ?? null}
          lost={lost}
          page={page}
          onPage={setPage}
          onType={(product, typed) => change((now) => typeQuantity(now, product, typed))}
          onSettle={(key) => change((now) => settleQuantity(now, key))}
          // Keeps the shown day as chosen, even if the first day changes meanwhile.
          onReview={() => {
            change((now) => chooseDelivery(now, chosen));
            goTo("review");
          }}
        >
          {waiting}
          {choice}
          {kept.foundFrom && !asking && !filledAgain && !posted && (
            <KeptDraft draft={draft} from={kept.foundFrom} onChange={change} />
          )}
          {isLive && draft.lines.length === 0 && !again && (
            <PlacedHere desk={desk} accountId={accountId} />
          )}
          {asking && <AgainChoice {...asking} />}
          {filledAgain && <FilledAgain {...filledAgain} />}
        </PickStep>
      ) : (
        <ReviewStep
          {...common}
          products={products}
          standingNotes={standingNotes}
          poTerms={props.poTerms}
          differenceCents={props.differenceCents}
          answer={answer}
          delivery={delivery}
          choice={choice}
          isPending={placing.isPending}
          waiting={waiting}
          onChange={change}
          onRenew={renew}
          onBack={() => goTo("pick")}
          onPlace={() => placing.place({ ...draft, ...chosen })}
        />
      )}
    </div>
  );
}

function firstOf(again: OrderAgain) {
  return { label: `From ${sourceOf(again)}`, ids: again.lines.map(({ productId }) => productId) };
}

/** Reloads the days when the chosen day's cut-off passes while the form is open. */
function useCutOff(cutOffAt: Date | undefined, onPassed: () => void) {
  const lookAgain = useLookAgain();
  const pass = useEffectEvent(() => {
    onPassed();
    void lookAgain();
  });
  const at = cutOffAt?.getTime();
  useEffect(() => {
    if (at === undefined) return;
    const left = at + afterCutOffMs - Date.now();
    if (left > longestWaitMs) return;
    const timer = setTimeout(() => pass(), Math.max(afterCutOffMs, left));
    return () => clearTimeout(timer);
  }, [at]);
}

/** The server's clock may be a little behind. */
const afterCutOffMs = 2_000;

/** Nobody fills in a form for longer, and timers have a limit. */
const longestWaitMs = 24 * 60 * 60 * 1000;

/** The order to start from: the shop's cart, if the URL says so, or a past order. */
function useCartToOrder(
  { again, laterProducts }: Pick<OrderStepsProps, "again" | "laterProducts">,
  products: readonly OrderableProduct[],
  isLive: boolean,
): OrderAgain | null {
  const { search } = useLocation();
  const isAsked = isLive && new URLSearchParams(search).has("cart");
  return useMemo(() => {
    const cart = isAsked ? readCart() : null;
    return cart?.length ? orderOfCart(cart, products, laterProducts) : again;
  }, [isAsked, again, products, laterProducts]);
}

/** Adds the minimum amount of a cut to the draft, unless it is there already or isn't sold. */
function addCut(
  draft: OrderDraft,
  products: readonly OrderableProduct[],
  cut: string | null,
): OrderDraft {
  const product = products.find(({ id }) => id === cut);
  if (!product || draft.lines.some(({ productId }) => productId === cut)) return draft;
  return typeQuantity(draft, product, firstQuantity(product.minLb ?? null, product));
}

interface Kept {
  draft: OrderDraft;
  isLoaded: boolean;
  change: (how: (draft: OrderDraft) => OrderDraft) => void;
}

/**
 * Adds the cut pressed in a fresh sheet to the draft, says so, and removes it from the URL, so that
 * a reload doesn't add it again.
 */
function useAddedCut(
  cut: string | null,
  products: readonly OrderableProduct[],
  { draft, isLoaded, change }: Kept,
): void {
  const navigate = useNavigate();
  const begun = useRef<string>(null);
  const add = useEffectEvent((id: string) => {
    // The page may revalidate before its URL has changed.
    if (begun.current === id) return;
    begun.current = id;
    const product = products.find((one) => one.id === id);
    const present = draft.lines.find(({ productId }) => productId === id);
    if (!product) {
      toast({ title: "Not sold on this day", description: "Choose another day, or another cut." });
    } else if (present) {
      const is = typedInWords(present.quantity, present.seenUnit);
      toast({ title: `${product.name} is in your order`, description: `${is}, as before.` });
    } else {
      const least = firstQuantity(product.minLb ?? null, product);
      change((now) => addCut(now, products, id));
      const undo = () => change((now) => dropLine(now, id));
      toast({
        title: `${product.name} added`,
        description: `${typedInWords(least, unitOf(product))}. Change it in its box.`,
        action: { label: "Undo", run: undo },
      });
    }
    navigate({ search: "", hash: "#pick" }, { replace: true, preventScrollReset: true });
    document.getElementById(`quantity-${id}`)?.focus();
  });
  useEffect(() => {
    if (cut && isLoaded) add(cut);
    else if (!cut) begun.current = null;
  }, [cut, isLoaded]);
}
