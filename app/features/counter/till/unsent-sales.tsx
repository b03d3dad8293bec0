import { useState, useSyncExternalStore } from "react";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { watchStored } from "#app/lib/browser/browser-storage.ts";
import { basketKey, createBasketStore, noBasket } from "./basket.ts";
import type { useSending } from "./use-outbox.ts";

/** Returns whether this browser keeps an unpaid sale of this person at a till. */
export function useOpenSale(tillId: string, userId: string): boolean {
  return useSyncExternalStore(
    (onChange) => watchStored(basketKey(tillId, userId), onChange),
    () => createBasketStore(tillId, userId).current(noBasket).lines.length > 0,
    () => false,
  );
}

/** States how many sales were sent; nothing for none. */
export function SentSales({ count }: { count: number }) {
  return (
    <p role="status" className="font-semibold empty:hidden">
      {count === 1 && "1 sale made without a connection was sent."}
      {count > 1 && `${count} sales made without a connection were sent.`}
    </p>
  );
}

/** States on a closed till's page how many offline sales were sent, and how many still wait. */
export function LateSales({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { waiting, refused, numbers } = sending;
  return (
    <div className="grid gap-2">
      <SentSales count={numbers.size} />
      {waiting.length > 0 && (
        <p role="alert" className="font-semibold">
          {waiting.length === 1
            ? "1 sale made without a connection is not sent yet. "
            : `${waiting.length} sales made without a connection are not sent yet. `}
          Leave this page open: what is saved in this browser is sent once the shop can be reached.
        </p>
      )}
      {refused.length > 0 && (
        <p role="alert" className="font-semibold text-cancelled">
          {refused.length === 1
            ? "1 sale could not be stored. "
            : `${refused.length} sales could not be stored. `}
          Open the till again to see why, and tell the owner.
        </p>
      )}
    </div>
  );
}

interface RefusedSaleNoticeProps {
  slip: string;
  /** Why the shop refused it. */
  message: string;
  onSendAgain: () => void;
  onSettle: () => void;
}

/** Shows a paid sale that the shop refused. Asks before it is settled without being stored. */
export function RefusedSaleNotice({
  slip,
  message,
  onSendAgain,
  onSettle,
}: RefusedSaleNoticeProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Notice
      tone="error"
      className="mb-4"
      title={isAsked ? `Is slip ${slip} settled?` : `Slip ${slip} could not be stored`}
      action={
        isAsked ? (
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button variant="secondary" onClick={onSettle}>
              Confirm: it is settled
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onSendAgain}>
              Send again
            </Button>
            <Button variant="secondary" onClick={() => setAsked(true)}>
              Settled
            </Button>
          </>
        )
      }
    >
      {isAsked
        ? "It is deleted from this browser, and never stored as a sale. Keep the slip."
        : `${message} The money was taken. Keep the slip, and tell the owner.`}
    </Notice>
  );
}

interface UnsentSalesProps {
  tillId: string;
  count: number;
  className?: string;
}

/** Warns on a drawer's page that its figures lack unsent sales, and says where to send them. */
export function UnsentSales({ tillId, count, className = "" }: UnsentSalesProps) {
  if (count === 0) return null;
  return (
    <Notice
      className={className}
      title={
        count === 1
          ? "1 sale made without a connection is not sent yet"
          : `${count} sales made without a connection are not sent yet`
      }
      action={
        <ButtonLink to={`/admin/counter/${tillId}`} variant="secondary">
          Send at the till
        </ButtonLink>
      }
    >
      {count === 1
        ? "It is saved in this browser, and missing from the figures below."
        : "They are saved in this browser, and missing from the figures below."}
    </Notice>
  );
}
