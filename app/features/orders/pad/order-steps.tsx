import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { readCart } from "#app/features/cart/cart-storage.ts";
import { type OrderAgain, orderOfCart, startAgain } from "../draft/order-again.ts";
import { AgainChoice, FilledAgain } from "../draft/order-again-notices.tsx";
import {
  emptyDraft,
  type OrderableProduct,
  settleQuantity,
  typeQuantity,
} from "../draft/order-draft.ts";
import { forgetPlacedDraft } from "../draft/order-draft-store.ts";
import { useOrderAgain } from "../draft/use-order-again.ts";
import { useOrderDraft } from "../draft/use-order-draft.ts";
import { summarize } from "../order-summary.ts";
import type { OrderDesk } from "../placing/order-desk.ts";
import { type OrderAnswer, orderField } from "../placing/order-form.ts";
import { usePlaceOrder } from "../placing/use-place-order.ts";
import { PickStep } from "./pick-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { useOrderStep } from "./use-order-step.ts";

interface OrderStepsProps {
  /** Who orders for whom. */
  desk: OrderDesk;
  /** The browser keeps one draft per account, and of staff per client. */
  accountId: string;
  /** The idempotency key for an order submitted without JavaScript. */
  requestId: string;
  /** Everything for sale, by name. */
  products: readonly OrderableProduct[];
  /** The minimum order total. */
  minOrderCents: number;
  /** The client's standing notes. */
  standingNotes: string;
  /** A past order to copy. */
  again: OrderAgain | null;
  /** The server's answer if this page was rendered for a form submission. */
  posted: OrderAnswer | undefined;
}

/**
 * The order form: pick, review and place. With JavaScript it works on the draft stored in the
 * browser; without it, the same forms are submitted to the server at every step.
 */
export function OrderSteps(props: OrderStepsProps) {
  const { desk, accountId, requestId, products, minOrderCents, standingNotes, again, posted } =
    props;
  const container = useRef<HTMLDivElement>(null);
  const placing = usePlaceOrder(desk, (placed) => {
    // A client's is cleared by the page that says it is placed.
    if (desk.isStaff) forgetPlacedDraft(accountId, placed.requestId);
  });
  const sent = posted?.draft ?? {
    ...(again ? startAgain(emptyDraft, again, products).draft : emptyDraft),
    requestId,
  };
  const kept = useOrderDraft(accountId, posted?.draft, () => {
    const fields = new FormData(container.current?.querySelector("form") ?? undefined);
    // As the boxes have it: in the units of now.
    const { lines } = summarize(sent, products);
    const shown = new Map(lines.map((line) => [line.productId, line.quantity]));
    return products.flatMap((product) => {
      const typed = fields.get(orderField.quantity(product.id));
      const isNew = typeof typed === "string" && typed !== (shown.get(product.id) ?? "");
      return isNew ? [[product, typed]] : [];
    });
  });
  const { isLoaded: isLive, change, renew } = kept;
  const draft = isLive ? kept.draft : { ...sent, requestId: sent.requestId || requestId };
  const summary = summarize(draft, products);
  const { step, goTo } = useOrderStep(container, {
    isLive,
    // Stay on the review while an order is being sent, even if another tab has just placed it.
    isEmpty: draft.lines.length === 0 && !placing.isPending,
    // A quantity out of a product's steps is only found here, where the products are known.
    first: posted?.step === "review" && summary.invalid.length === 0 ? "review" : "pick",
  });
  const { filled, asking } = useOrderAgain(useCartToOrder(again, products, isLive), products, kept);
  const filledAgain = isLive ? filled : posted || !again ? null : { again, joined: [] };

  // A rejected request id would be rejected again, so get a new one.
  const isRefusedId = placing.answer?.problems.some(({ field }) => field === "requestId");
  useEffect(() => {
    if (isRefusedId) renew();
  }, [isRefusedId, renew]);

  const common = { desk, draft, summary, minOrderCents, isLive };
  return (
    <div ref={container}>
      {step === "pick" ? (
        <PickStep
          {...common}
          products={products}
          posted={posted}
          onType={(product, typed) => change((now) => typeQuantity(now, product, typed))}
          onSettle={(productId) => change((now) => settleQuantity(now, productId))}
          onReview={() => goTo("review")}
        >
          {asking && <AgainChoice {...asking} />}
          {filledAgain && <FilledAgain {...filledAgain} />}
        </PickStep>
      ) : (
        <ReviewStep
          {...common}
          products={products}
          standingNotes={standingNotes}
          answer={placing.answer ?? posted}
          isPending={placing.isPending}
          onChange={change}
          onRenew={renew}
          onBack={() => goTo("pick")}
          onPlace={() => placing.place(draft)}
        />
      )}
    </div>
  );
}

/** The order to start from: the shop's cart, if the URL says so, or a past order. */
function useCartToOrder(
  again: OrderAgain | null,
  products: readonly OrderableProduct[],
  isLive: boolean,
): OrderAgain | null {
  const { search } = useLocation();
  const isAsked = isLive && new URLSearchParams(search).has("cart");
  return useMemo(() => {
    const cart = isAsked ? readCart() : null;
    return cart?.length ? orderOfCart(cart, products) : again;
  }, [isAsked, again, products]);
}
