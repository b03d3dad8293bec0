import { useSyncExternalStore } from "react";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { watchStored } from "#app/lib/browser/browser-storage.ts";
import { basketKey, createBasketStore, noBasket } from "./basket.ts";

/** Returns whether this browser keeps a sale of this person at a till that isn't paid. */
export function useOpenSale(tillId: string, userId: string): boolean {
  return useSyncExternalStore(
    (onChange) => watchStored(basketKey(tillId, userId), onChange),
    () => createBasketStore(tillId, userId).current(noBasket).lines.length > 0,
    () => false,
  );
}

interface UnsentSalesProps {
  tillId: string;
  /** The number of sales that this browser keeps and the shop hasn't stored. */
  count: number;
  className?: string;
}

/** Says on a drawer's page that sales are missing from its figures, and where they are sent. */
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
