import { data, useLocation } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { overCapacity } from "#app/domain/delivery/capacity.ts";
import { lotsToScan } from "#app/domain/lots/lots.server.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { orderName, titleOfOrder } from "#app/domain/orders/order.ts";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import { getScanRules } from "#app/domain/packages/scan/scan-settings.server.ts";
import { Station } from "#app/features/packing/station/station.tsx";
import { getStationOrder, usualSubstitutes } from "#app/features/packing/station-order.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { pacificDay, shortDateInWords } from "#app/lib/dates.ts";
import { orNull } from "#app/lib/or-null.ts";
import { NoRecord } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { fullScreenHandle } from "../full-screen.ts";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/station.ts";

/** Full screen without a menu: packers stand two metres away. */
export const handle = fullScreenHandle;

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, `Packing: ${titleOfOrder(args.loaderData)}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, catalog } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [found, scans, products, usual, lots] = await Promise.all([
    orNull(
      getStationOrder(db, staff, params.id).then((order) => ({ order })),
      log,
      "load an order to pack",
    ),
    orNull(getScanRules(db, staff), log, "load the scan settings"),
    orNull(catalog.list("all"), log, "list products to add"),
    orNull(usualSubstitutes(db, staff, params.id), log, "list what was sent instead before"),
    orNull(lotsToScan(db, staff), log, "list lots to scan"),
  ]);
  const order = found?.order ?? null;
  const isMissing = found?.order === null;
  const settings = {
    rules: scans?.rules ?? [],
    standIns: scans?.standIns ?? [],
    lots: lots ?? [],
    products: (products ?? []).map(({ id, name, category, soldBy, typicalPieceLb }) => ({
      id,
      name,
      category,
      soldBy,
      typicalPieceLb,
    })),
    usual: usual ?? [],
    today: pacificDay(new Date()),
  };
  if (!order) return data({ order, isMissing, ...settings }, { status: isMissing ? 404 : 503 });
  return { order, isMissing, ...settings };
}

export default function StationPage({ loaderData }: Route.ComponentProps) {
  const { order, isMissing, ...settings } = loaderData;
  const seesOrders = useMay()("orders");
  const search = new URLSearchParams(useLocation().search);
  if (!order) {
    return (
      <NoRecord
        isMissing={isMissing}
        record="order"
        way={{ label: "See the orders to pack", to: "/admin/packing" }}
        safe="What was packed"
      />
    );
  }
  const { packers } = order;
  const over = overCapacity(order.runLoad);
  const taken = search.get("taken") === "delivery note" ? "delivery note" : "invoice";
  return (
    <Station key={order.id} order={order} seesOrders={seesOrders} {...settings}>
      {search.has("taken") && order.status === "pending" && (
        // On the page, as a toast would cover the way back and the lines.
        <Notice className="mb-4" title={`${orderName(order.number)} is open again`}>
          Its {taken} was taken back. A new one is issued with Finish.
        </Notice>
      )}
      {search.has("corrected") && (
        <FlashMessage
          title="Lot corrected"
          description="The document stays as it was issued. Count a lot again if it was counted since."
          parameters={["corrected"]}
          className="mb-4"
        />
      )}
      {packers.length > 0 && order.status === "pending" && (
        <Notice
          className="mb-4"
          title={`${packers.join(" and ")} ${packers.length === 1 ? "is" : "are"} packing this order too.`}
        />
      )}
      {order.isNewClient && order.status === "pending" && (
        <Notice className="mb-4" title="This client is new">
          Confirm the order before you finish it.
        </Notice>
      )}
      {order.delivery && over && order.status === "pending" && (
        <Notice
          className="mb-4"
          title={`${order.delivery.zoneName} on ${shortDateInWords(order.delivery.day)} is over its capacity: ${over}`}
        />
      )}
      {order.holds.length > 0 && order.status === "pending" && <OnHold order={order} />}
      <Notes order={order} />
      {order.allowsSubstitutes && !order.callFirst && (
        <p className="mb-3 hidden text-sm text-ink-soft docked:block">
          Substitutions OK. If something is out of stock, send a similar cut.
        </p>
      )}
      <noscript>
        <Notice className="mb-4" title="The packing station needs JavaScript">
          Please switch it on in this browser.
        </Notice>
      </noscript>
    </Station>
  );
}

function Notes({ order: { notes, standingNotes } }: { order: StationOrder }) {
  const [own, standing] = [notes.trim(), standingNotes.trim()];
  const isOwn = own !== "" && own !== standing;
  if (!own && !standing) return null;
  return (
    <div className="mb-3 max-w-3xl border-l-4 border-oxblood pl-4 break-words whitespace-pre-line">
      {isOwn && <p>{own}</p>}
      {standing && (
        <p>
          <span className="text-ink-soft">Note on every order: </span>
          {standing}
        </p>
      )}
    </div>
  );
}

function OnHold({ order }: { order: StationOrder }) {
  const { holds, isCardShort, isRaised, isMailed } = order;
  if (isRaised) {
    return (
      <Notice className="mb-4" title={`On hold with what was added: ${holdsForStaff(holds)}`}>
        Void what was added, and mark a line with nothing left as short: you can go on once the
        order is as before. Or the hold is released on the order’s page.
      </Notice>
    );
  }
  if (!isCardShort || holds.some((reason) => reason !== "card")) {
    return (
      <Notice className="mb-4" title="This order is on hold">
        {holdsForStaff(holds)}. Release it on the order’s page before you pack it.
      </Notice>
    );
  }
  return (
    <Notice className="mb-4" title="The card does not cover what was added">
      <p>
        The client’s bank refused to hold more, so this order is on hold. Void what was added, and
        mark a line with nothing left as short: you can go on once the card covers the order.
      </p>
      <p className="mt-2">
        Or wait for another card:{" "}
        {isMailed ? "we asked the client by email" : "we can’t email this client, so call them"}. If
        the hold is released on the order’s page instead, the card is charged for what it holds, and
        the rest of the invoice stays open.
      </p>
    </Notice>
  );
}
