import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import { type HeldWithClient, withClientInWords } from "#app/domain/lots/holds/lot-holds.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { ended } from "#app/lib/in-words.ts";
import { counted } from "./papers/load-words.ts";
import {
  type HeldOrder,
  heldInWords,
  type LeftBehind,
  leftBehindInWords,
  type MovedOrder,
  movedInWords,
} from "./run.ts";

interface MovedOrdersProps {
  runId: string;
  moved: readonly MovedOrder[];
  /** Says what the reader should do or know about the listed orders. */
  says: (listed: readonly MovedOrder[]) => string;
  className: string;
}

/** Lists orders that left the run while it was out, until the reader dismisses it. */
export function MovedOrders({ runId, moved, says, className }: MovedOrdersProps) {
  const { isSeen, take } = useSeen(`run-moves:${runId}`);
  const left = moved.filter((one) => !isSeen(keyOf(one)));
  if (left.length === 0) return null;
  return (
    <Notice
      title={`${counted(left.length, "order is", "orders are")} no longer on this run`}
      className={className}
      action={
        <Button variant="secondary" className="needs-script" onClick={() => take(moved.map(keyOf))}>
          Got it
        </Button>
      }
    >
      {left.map((one) => (
        <span key={one.id} className="block break-words">
          {ended(movedInWords(one))}
          {!one.wasOnBoard && " It was not on the truck."}
        </span>
      ))}
      {says(left)}
    </Notice>
  );
}

/** An order that is moved again, or was handed over anyway, is shown again. */
const keyOf = ({ id, to, handedOverTo }: MovedOrder) =>
  [id, to ? `${to.kind} ${to.day}` : "cancelled", handedOverTo === null ? "" : "handed over"]
    .filter(Boolean)
    .join(" ");

/** Entries dismissed in this browser; other readers still see them. */
function useSeen(key: string) {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const known = useMemo(() => new Set(seen), [seen]);
  useEffect(() => {
    setSeen(withStorage((storage) => storage.getItem(key))?.split("\n") ?? []);
  }, [key]);
  return {
    isSeen: (one: string) => known.has(one),
    take(all: readonly string[]) {
      withStorage((storage) => storage.setItem(key, all.join("\n")));
      setSeen(all);
    },
  };
}

interface HeldOrdersProps {
  held: readonly HeldOrder[];
  children: string;
  className: string;
}

/** Lists orders with meat on hold. */
export function HeldOrders({ held, children, className }: HeldOrdersProps) {
  if (held.length === 0) return null;
  return (
    <Notice
      tone="error"
      title={`${counted(held.length, "order has", "orders have")} meat that is on hold`}
      className={className}
    >
      {held.map((one) => (
        <span key={one.id} className="block break-words">
          {ended(heldInWords(one))}
        </span>
      ))}
      {children}
    </Notice>
  );
}

interface LeftBehindOrdersProps {
  leftBehind: readonly LeftBehind[];
  mayMove?: boolean;
  children: string;
  className: string;
}

/** Lists orders that were packed after the run left. */
export function LeftBehindOrders({
  leftBehind,
  mayMove = false,
  children,
  className,
}: LeftBehindOrdersProps) {
  if (leftBehind.length === 0) return null;
  return (
    <Notice title="Packed after the truck left" className={className}>
      {leftBehind.map((one) => (
        <span key={one.id} className="block break-words">
          {ended(leftBehindInWords(one))}{" "}
          {mayMove && (
            <Link to={`/admin/orders/${one.id}/move`} className="link">
              Choose another day
              <span className="sr-only"> for {orderName(one.number).toLowerCase()}</span>
            </Link>
          )}
        </span>
      ))}
      {children}
    </Notice>
  );
}

interface HeldWithClientsProps {
  handedOver: readonly HeldWithClient[];
  may: (permission: Permission) => boolean;
  className: string;
}

/** Lists clients who got meat on hold and were not told, for the office. */
export function HeldWithClients({ handedOver, may, className }: HeldWithClientsProps) {
  if (handedOver.length === 0) return null;
  const clients = new Set(handedOver.map(({ client }) => client)).size;
  return (
    <Notice
      tone="error"
      title={`${counted(clients, "client has", "clients have")} meat that is on hold`}
      className={className}
    >
      {handedOver.map((one) => (
        <span key={keyOfHeld(one)} className="block break-words">
          {ended(withClientInWords(one))}{" "}
          {one.phone && (
            <a
              href={telLink(one.phone) ?? undefined}
              className="link mr-2 inline-block py-1 whitespace-nowrap"
            >
              {one.phone}
            </a>
          )}
          <WhereHeld one={one} may={may} />
        </span>
      ))}
      Call them now: it must not be used, sold or served. This stays here until the lot is released
      or a recall has told them.
    </Notice>
  );
}

/** Links to the recall, or to the lots on hold, for those who may open them. */
function WhereHeld({
  one: { recall, lots },
  may,
}: { one: HeldWithClient } & Pick<HeldWithClientsProps, "may">) {
  if (recall && (may("pack") || may("sell"))) {
    return (
      <Link to={`/admin/recall/${recall.id}`} className="link inline-block py-1">
        See recall {recall.number}
      </Link>
    );
  }
  if (!may("pack")) return null;
  return lots.map(({ id, code }) => (
    <Link key={id} to={`/admin/lots/${id}`} className="link mr-2 inline-block py-1">
      See lot {code}
    </Link>
  ));
}

const keyOfHeld = ({ orderId, productName, lots }: HeldWithClient) =>
  [orderId, productName, ...lots.map(({ id }) => id)].join(" ");

interface HandedOverHeldProps {
  runId: string;
  handedOver: readonly HeldWithClient[];
  /** How to reach the office. */
  children: ReactNode;
}

/** Tells the driver once that they handed over meat on hold. */
export function HandedOverHeld({ runId, handedOver, children }: HandedOverHeldProps) {
  const { isSeen, take } = useSeen(`run-held:${runId}`);
  const left = handedOver.filter((one) => !isSeen(keyOfHeld(one)));
  if (left.length === 0) return null;
  return (
    <Notice
      tone="error"
      title="You handed over meat that is on hold"
      className="mt-4"
      action={
        <Button variant="secondary" onClick={() => take(handedOver.map(keyOfHeld))}>
          Got it
        </Button>
      }
    >
      {left.map((one) => (
        <span key={keyOfHeld(one)} className="block break-words">
          {ended(withClientInWords(one))}
        </span>
      ))}
      {children}
    </Notice>
  );
}
