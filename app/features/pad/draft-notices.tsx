import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { emptyDraft, type OrderDraft, placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { placedOrder, waitingDraft } from "#app/domain/drafts/order-draft-store.ts";
import { type OrderDesk, orderPage } from "#app/domain/ordering/placing/order-desk.ts";
import { orderName } from "#app/domain/orders/order.ts";

interface KeptDraftProps {
  draft: OrderDraft;
  from: Date;
  onChange: (how: (draft: OrderDraft) => OrderDraft) => void;
}

/** Says that the boxes are filled in from an earlier visit, and offers to clear them. */
export function KeptDraft({ draft, from, onChange }: KeptDraftProps) {
  function startAfresh() {
    onChange(() => emptyDraft);
    const undo = () => onChange(() => draft);
    toast({ title: "Order emptied", action: { label: "Undo", run: undo } });
  }
  return (
    <Notice
      title={
        <>
          You began this order on <Moment at={from} time />
        </>
      }
      className="mt-6"
      action={
        <Button variant="secondary" size="sm" onClick={startAfresh}>
          Start afresh
        </Button>
      }
    >
      <p>It is not placed yet. What you picked then is filled in.</p>
    </Notice>
  );
}

/** Tells a client who returns to the empty pad that the order was placed. Browser only. */
export function PlacedHere({ desk, accountId }: { desk: OrderDesk; accountId: string }) {
  const placed = placedOrder(accountId);
  if (!placed) return null;
  return (
    <Notice
      tone="success"
      title={`${orderName(placed.number)} was placed`}
      className="mt-6"
      action={
        <ButtonLink to={orderPage(desk, placed.id)} variant="secondary" size="sm">
          See the order
        </ButtonLink>
      }
    >
      <p>What you pick here is another order.</p>
    </Notice>
  );
}

/** Says on the first page that an order was started and not placed. Shown once hydrated. */
export function DraftWaiting({ accountId }: { accountId: string }) {
  const waiting = useHydrated() ? waitingDraft(accountId) : null;
  if (!waiting) return null;
  const { count, from } = waiting;
  return (
    <p className="mt-6 border-l-4 border-oxblood pl-4">
      You began an order on <Moment at={from} time />: {count}{" "}
      {count === 1 ? "product" : "products"}, not placed yet.{" "}
      <TextLink to={placeOrderPath}>Go on with it</TextLink>
    </p>
  );
}
