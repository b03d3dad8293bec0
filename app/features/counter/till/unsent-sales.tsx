import { useSyncExternalStore } from "react";
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

/** States how many sales were sent since the page was loaded; nothing for none. */
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
