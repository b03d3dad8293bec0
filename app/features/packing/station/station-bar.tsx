import { useRef, useState } from "react";
import { Shortcuts } from "#app/components/overlay/shortcuts.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { useCutBefore } from "./came-from-cut.ts";
import { stationShortcuts } from "./station-shortcuts.tsx";
import type { Station } from "./use-station.ts";

interface StationBarProps {
  station: Station;
  seesOrders: boolean;
}

/** The station's only bar: Back, the order's client and the packer. */
export function StationBar({ station, seesOrders }: StationBarProps) {
  const { order } = station;
  const cut = useCutBefore();
  const number = orderNumber(order.number);
  return (
    <header className="flex flex-wrap items-center gap-x-5 border-b border-ink px-4 py-1 lg:gap-x-8">
      {cut ? (
        <BackLink to={cut} where="to weighing by cut" />
      ) : (
        <BackLink to="/admin/packing" where="to the orders to pack" />
      )}
      <div className="order-last flex min-w-0 basis-full items-baseline gap-x-4 pb-1 md:order-none md:grow md:basis-0 md:pb-0">
        <h1 className="min-w-0 text-title break-words md:truncate">
          {order.companyName || order.contactName || "Unknown Client"}
        </h1>
        <p className="shrink-0 text-ink-soft">
          Order{" "}
          {seesOrders ? <TextLink to={`/admin/orders/${order.id}`}>{number}</TextLink> : number}
        </p>
      </div>
      {order.status === "pending" && (
        <>
          <Packer station={station} />
          <Shortcuts groups={[stationShortcuts]} hasButton />
        </>
      )}
    </header>
  );
}

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

/**
 * Names the packer, because every package records them, and lets someone else sign in. Asks first,
 * because signing in again by mistake means typing a password in wet gloves.
 */
function Packer({ station: { order, waiting } }: { station: Station }) {
  const form = useRef<HTMLFormElement>(null);
  const [isAsked, setAsked] = useState(false);
  const signOut = () => form.current?.submit();
  const dialog = useOnDemand(loadDialog, isAsked, signOut);
  return (
    <form
      ref={form}
      method="post"
      action="/logout"
      className="flex min-w-0 flex-1 items-center justify-end gap-x-4 text-sm md:max-w-[45%] md:flex-none"
    >
      <p className="min-w-0 truncate text-ink-soft">
        Packing as <span className="font-semibold text-ink">{order.packer}</span>
      </p>
      <input type="hidden" name="next" value={`/admin/packing/${order.id}`} />
      {waiting.length === 0 ? (
        <>
          <button
            type="button"
            onClick={() => setAsked(true)}
            className="link min-h-11 shrink-0 cursor-pointer"
          >
            Switch packer
          </button>
          {dialog && (
            <dialog.ConfirmDialog
              open={isAsked}
              onOpenChange={setAsked}
              title={`Sign ${order.packer} out?`}
              description="Whoever signs in next continues this order. Everything packed so far is stored."
              confirmLabel="Sign out"
              onConfirm={signOut}
            />
          )}
        </>
      ) : (
        <p className="min-h-11 content-center text-ink-soft">
          Switch packer once everything is sent
        </p>
      )}
    </form>
  );
}
