import { useEffect, useEffectEvent } from "react";
import { SecondaryButton } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { useLookAgain } from "#app/components/page/look-again.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { useShopCut } from "#app/components/use-shop-cut.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { isShopThere } from "#app/lib/browser/connection.ts";
import { keepPageOffline, keptOrderForm, withdrawKeptPage } from "#app/lib/browser/kept-pages.ts";

/** Data older than this is reloaded as soon as there is a network. */
const freshMs = 2 * 60 * 1000;

interface KeptFormProps {
  /** Identifies the member and the customer. */
  whose: string;
  /** True to cache the form on this device; false withdraws what was cached. */
  isKept: boolean;
  /** When its prices and days were read. */
  loadedAt: Date;
}

/** Caches the form for offline use, and says when there is no network. */
export function KeptForm({ whose, isKept, loadedAt }: KeptFormProps) {
  const isCut = useShopCut();
  const lookAgain = useLookAgain();
  useEffect(() => {
    if (isKept) void keepPageOffline(keptOrderForm, whose, placeOrderPath);
    else void withdrawKeptPage(keptOrderForm);
  }, [whose, isKept]);
  // With a service worker, the page may come from the cache, so the connection is checked.
  useEffect(() => {
    if (navigator.serviceWorker?.controller) void isShopThere();
  }, []);
  const renew = useEffectEvent(() => {
    if (Date.now() - loadedAt.getTime() > freshMs) void lookAgain();
  });
  useEffect(() => {
    if (!isCut) renew();
  }, [isCut]);
  if (!isCut) return null;
  return (
    <Notice title="No connection" className="mt-6">
      <p>
        What you type is kept on this device. Since <Moment at={loadedAt} time /> prices and days
        may have changed.
      </p>
    </Notice>
  );
}

/** Says that an order will be sent automatically, and lets the user stop that. */
export function WaitingToSend({ onStop }: { onStop: () => void }) {
  return (
    <Notice
      title="Your order is waiting for a connection"
      className="mt-6"
      action={<SecondaryButton onClick={onStop}>Don’t send it yet</SecondaryButton>}
    >
      <p>
        It is not placed yet. Keep this page open: we place it as soon as there is a connection.
      </p>
    </Notice>
  );
}
