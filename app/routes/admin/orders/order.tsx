import { data, redirect, useLocation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { creditsOfOrder } from "#app/domain/claims/credits.server.ts";
import { overCapacity } from "#app/domain/delivery/capacity.ts";
import { getCreditStanding } from "#app/domain/ledger/exposure.server.ts";
import { isBackWhole, type TracedLine, whereOfLine } from "#app/domain/lots/lot-trace.ts";
import { unsentMailsOf } from "#app/domain/mail/mails-of-order.server.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { marginsOfOrder } from "#app/domain/margins/margins.server.ts";
import { releaseProblem } from "#app/domain/ordering/holding/release-order.server.ts";
import {
  countOpenLinks,
  giveNewLink,
  withdrawLinks,
} from "#app/domain/ordering/links/new-link.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { takeOrderPath } from "#app/domain/ordering/placing/order-desk.ts";
import { minimumOfOrder } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { transitionOrder } from "#app/domain/ordering/transition/order-transition.server.ts";
import { changeNamed } from "#app/domain/ordering/transition/order-transition.ts";
import { reopenableOrder } from "#app/domain/ordering/transition/reopen-order.server.ts";
import { keepPlace } from "#app/domain/ordering/transition/unconfirmed-orders.server.ts";
import { staysOnHold } from "#app/domain/orders/hold.ts";
import { waitingDocumentOf } from "#app/domain/orders/leaving.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { type AdminOrder, orderName, titleOfOrder } from "#app/domain/orders/order.ts";
import { storedGoodsCents } from "#app/domain/orders/order-costs.ts";
import { heldMeat } from "#app/domain/packages/held-packages.server.ts";
import { listPaymentsOfOrder } from "#app/domain/payments/payments-admin.server.ts";
import { paidAheadOf } from "#app/features/collecting/give-deposit-back.server.ts";
import { debtOfOrder } from "#app/features/collecting/pay-order.server.ts";
import { paymentsOfOrder } from "#app/features/collecting/payments-of-order.server.ts";
import { wherePickedUp } from "#app/features/counter/pickups.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import {
  ChangeNotice,
  ChangeQuestion,
  useDrawnAnswer,
} from "#app/features/order-changes/order-transition-page.tsx";
import {
  revalidateAfterChange,
  sendOrderTransition,
} from "#app/features/order-changes/send-order-transition.ts";
import { shownOrder } from "#app/features/order-changes/shown-order.ts";
import { useOrderTransition } from "#app/features/order-changes/use-order-transition.tsx";
import { awaitsWeighing } from "#app/features/returns/returns.server.ts";
import {
  recordUnrecorded,
  settleUnrecorded,
} from "#app/features/runs/reports/settle-unrecorded.server.ts";
import { undoObstacleOf } from "#app/features/runs/reports/undo-obstacles.server.ts";
import { unrecordedOfOrder } from "#app/features/runs/reports/unrecorded.server.ts";
import { settledText } from "#app/features/runs/unrecorded.ts";
import { UnrecordedReports } from "#app/features/runs/unrecorded-reports.tsx";
import { isOwner, staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { NoRecord } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/order.ts";
import { handover } from "./handover.server.ts";
import { HeldOrder } from "./held-order.tsx";
import { DeskPayments } from "./money/desk-payments.tsx";
import { OrderCredits } from "./money/order-credits.tsx";
import { OrderMargin } from "./money/order-margin.tsx";
import { OrderPayments } from "./money/order-payments.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderClient } from "./order-client.tsx";
import { OrderItems } from "./order-items.tsx";
import { KeepNotice, LinksNotice } from "./order-links.tsx";
import { OrderMails } from "./order-mails.tsx";
import { OrderState } from "./order-state.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, titleOfOrder(args.loaderData));

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const {
    db,
    log,
    minOrderCents: shopMinimumCents,
    settings,
    staff,
  } = staffRequest(context, "orders");
  const subject = { entity: "order" as const, entityId: params.id.toLowerCase() };
  const takesMoney = staffMay(staff, "till") || staffMay(staff, "money");
  const mailsOfOrder = async () => {
    const [unsent, waiting] = await Promise.all([
      unsentMailsOf(db, staff, params.id),
      isUuid(params.id) ? waitingDocumentOf(db, params.id) : null,
    ]);
    return { unsent, waiting };
  };
  const [found, history, paid, payments, credits, links, heldLots, unrecorded, ...more] =
    await Promise.all([
      lookUp(getOrderForAdmin(db, staff, params.id), log, "load an order"),
      orNull(listHistory(db, staff, subject), log, "load an order's history"),
      orNull(paymentsOfOrder(db, staff, params.id), log, "load an order's payments"),
      orNull(listPaymentsOfOrder(db, staff, params.id), log, "load an order's card payments"),
      orNull(creditsOfOrder(db, staff, params.id), log, "load an order's credits"),
      orNull(countOpenLinks(db, staff, params.id), log, "count an order's links"),
      orNull(heldMeat(db, staff, params.id), log, "look up what of an order is on hold"),
      orNull(unrecordedOfOrder(db, staff, params.id), log, "load what was not recorded"),
      takesMoney
        ? orNull(debtOfOrder(db, staff, params.id), log, "load what is open of an order")
        : null,
      staffMay(staff, "till")
        ? orNull(wherePickedUp(db, staff, params.id), log, "look up where an order is handed over")
        : null,
      orNull(mailsOfOrder(), log, "list what was not mailed of an order"),
      orNull(paidAheadOf(db, staff, params.id), log, "look up what was paid ahead of an order"),
    ]);
  const [debt, counterPath, mails, paidAhead] = more;
  const paidAheadCents = paidAhead ?? 0;
  const { value: order, isMissing, status } = found;
  const now = new Date();
  const openCents = sumCents(debt?.debts ?? [], (one) => one.openCents) + (debt?.depositCents ?? 0);
  if (!order) {
    const nothingHeld = { standing: null, cannotRelease: null };
    const rest = {
      history,
      paid,
      payments,
      now,
      credits,
      links,
      heldLots,
      unrecorded,
      openCents,
      paidAheadCents,
      counterPath,
      mails: null,
      canReopen: false,
      undoObstacle: "",
      isAwaited: false,
      ...nothingHeld,
      minOrderCents: 0,
    };
    const nothing = { order, isMissing, ...rest };
    return data(nothing, { status });
  }
  const asksForRelease = order.status === "pending" && order.holds.length > 0;
  const mayRelease = asksForRelease && staffMay(staff, "sell");
  const seesStanding = asksForRelease && (staffMay(staff, "money") || staffMay(staff, "sell"));
  const office = settings.get(officeSettings);
  const wasChanged = url.searchParams.has("changed");
  const seesUndo = order.status === "delivered" && staffMay(staff, "sell");
  const seesReopen = order.status === "fulfilled" && staffMay(staff, "sell");
  const seesReturns = order.isRefused && staffMay(staff, "pack");
  const [reopenable, undoObstacle, standing, cannotRelease, minimum, margins, isAwaited] =
    await Promise.all([
      seesReopen
        ? orNull(reopenableOrder(db, staff, order.id), log, "look up whether an order has left")
        : null,
      seesUndo
        ? orNull(
            undoObstacleOf(db, staff, order.id),
            log,
            "look up what stands in the way of an undo",
          )
        : null,
      seesStanding
        ? orNull(getCreditStanding(db, staff, order.customerId), log, "load what a client owes")
        : null,
      mayRelease
        ? orNull(releaseProblem(db, staff, order.id, office), log, "look up who may release")
        : null,
      wasChanged
        ? orNull(minimumOfOrder(db, staff, order, shopMinimumCents), log, "look up a minimum")
        : null,
      // Margins are only sent to the owner.
      isOwner(staff)
        ? orNull(marginsOfOrder(db, staff, order.id), log, "load what an order earned")
        : undefined,
      seesReturns
        ? orNull(awaitsWeighing(db, staff, order.id), log, "look up what is left to weigh")
        : null,
    ]);
  const held = { standing, cannotRelease };
  const facts = {
    history,
    paid,
    payments,
    now,
    credits,
    links,
    heldLots,
    unrecorded,
    openCents,
    paidAheadCents,
    counterPath,
    mails,
    canReopen: reopenable !== null,
    undoObstacle: undoObstacle ?? "",
    isAwaited: seesReturns && isAwaited !== false,
    minOrderCents: minimum ?? 0,
  };
  return { order, isMissing, ...facts, ...held, ...(margins !== undefined && { margins }) };
}

/**
 * Confirms, fulfils, cancels or hands over the order; asks first unless `confirmed`. Or withdraws a
 * guest's links, emails a new one, keeps the order's place, or settles a refused report.
 */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const fields = await formFields(request);
  if (fields.keep) {
    await keepPlace(context.get(requestContext).db, staffWith(context, "sell"), id);
    throw redirect(`/admin/orders/${id}?kept`);
  }
  if (fields.links)
    throw redirect(`/admin/orders/${id}?links=${await changeLinks(context, id, fields.links)}`);
  if (fields.intent === "settle" || fields.intent === "handed over") {
    return settleReport(context, id, fields.intent, fields);
  }
  const change = changeNamed(fields.change);
  if (!change) {
    const message = "Please choose what to do with the order.";
    return data({ kind: "refused" as const, message }, { status: 400 });
  }
  const wanted = { change, id, isConfirmed: fields.confirmed === "yes", seenDay: fields.day ?? "" };
  const staff = staffWith(context, "orders", "sell", "deliver");
  const services = context.get(requestContext);
  const { answer, status } = await transitionOrder(services, staff, wanted, handover);
  return data(answer, { status });
}

async function settleReport(
  context: Route.ActionArgs["context"],
  id: string,
  outcome: keyof typeof settledText,
  { run: runId = "", report: reportId = "", found = "" }: Record<string, string>,
) {
  const { db, shop } = context.get(requestContext);
  const staff = staffWith(context, "sell", "deliver");
  const which = { runId, reportId };
  try {
    if (outcome === "handed over") await recordUnrecorded(db, staff, which, shop);
    else await settleUnrecorded(db, staff, { ...which, found });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { message } = error;
    return data({ kind: "refused" as const, message }, { status: error.status });
  }
  throw redirect(`/admin/orders/${id}?${outcome === "settle" ? "settled" : "handed-over"}`);
}

async function changeLinks(context: Route.ActionArgs["context"], id: string, change: string) {
  const { db, shop, staff } = staffRequest(context, "sell");
  if (change === "mail") return (await giveNewLink(db, staff, id, shop)) ? "mailed" : "none";
  if (change === "withdraw") await withdrawLinks(db, staff, id);
  return "withdrawn";
}

export const clientAction = (sending: Route.ClientActionArgs) => sendOrderTransition(sending);

export const shouldRevalidate = revalidateAfterChange;

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isMissing, history, paid, payments, now, credits, links, heldLots } = loaderData;
  const {
    standing,
    cannotRelease,
    minOrderCents,
    openCents,
    paidAheadCents,
    canReopen,
    counterPath,
    undoObstacle,
    isAwaited,
  } = loaderData;
  const held = (heldLots ?? []).filter((line) => !isBackWhole(line));
  const { ask, dialog, sent } = useOrderTransition();
  const may = useMay();
  const order = loaderData.order && shownOrder(loaderData.order, sent);
  const answer = useDrawnAnswer(actionData);
  const list = useListAddress();
  if (!order) {
    return (
      <NoRecord
        isMissing={isMissing}
        record="order"
        way={{ label: "Return to Orders", to: "/admin/orders" }}
        safe="The order itself"
        missing="Failed to load order details. The order may not exist."
      />
    );
  }
  const address = `/admin/orders/${order.id}`;
  if (answer?.kind === "question") return <ChangeQuestion {...answer} action={address} />;
  return (
    <>
      <PageHeader
        before={
          <div className="print:hidden">
            <BackLink to={list} where="to the orders" />
          </div>
        }
        title={orderName(order.number)}
        actions={
          <OrderActions
            action={address}
            onAsk={ask}
            order={order}
            openCents={openCents}
            paidAheadCents={paidAheadCents}
            canReopen={canReopen}
            counterPath={counterPath}
            undoObstacle={undoObstacle}
            isStopped={isToBeStopped(held)}
            isAwaited={isAwaited}
          />
        }
      />
      <ChangeNotice answer={answer} />
      <FlashMessage
        title="Deposit asked for"
        parameters={depositParameters}
        className="mt-6 print:hidden"
      />
      <FlashMessage
        title="Deposit given back"
        parameters={givenBackParameters}
        className="mt-6 print:hidden"
      />
      <FlashMessage
        title="Payment recorded"
        parameters={paidParameters}
        className="mt-6 print:hidden"
      />
      <FlashMessage
        title="Day changed"
        // Only an order to be packed is held; the toast names the holds shown below it.
        {...(order.status === "pending" &&
          order.holds.length > 0 && { description: staysOnHold(order.holds) })}
        parameters={movedParameters}
        className="mt-6 print:hidden"
      />
      <FlashMessage
        title="Released"
        parameters={releasedParameters}
        className="mt-6 print:hidden"
      />
      <TakenNotice order={order} />
      <LinksNotice email={order.customer.guestEmail} />
      <KeepNotice order={order} />
      <ChangedNotice order={order} minOrderCents={minOrderCents} />
      <OverCapacity order={order} />
      <OrderMails
        mails={loaderData.mails?.unsent ?? null}
        document={loaderData.mails?.waiting ?? null}
      />
      <HeldMeat held={held} />
      <FlashMessage
        title={settledText.settle}
        parameters={settledParameters}
        className="mt-6 print:hidden"
      />
      <FlashMessage
        title={settledText["handed over"]}
        parameters={handedOverParameters}
        className="mt-6 print:hidden"
      />
      <UnrecordedReports
        unrecorded={loaderData.unrecorded ?? []}
        action={address}
        maySettle={may("sell")}
        className="mt-6 max-w-2xl print:hidden"
      />
      <OrderState order={order} undoObstacle={undoObstacle} />
      <HeldOrder order={order} paid={paid} standing={standing} cannotRelease={cannotRelease} />
      <div className="grid-page mt-8 gap-y-12 print:mt-4 print:block">
        <div className="col-span-12 print:mt-6">
          <OrderItems order={order} />
          <DeskPayments payments={paid} order={order} paidAheadCents={paidAheadCents} />
          <OrderPayments payments={payments} now={now} />
          {credits && <OrderCredits credits={credits} />}
          {"margins" in loaderData && <OrderMargin order={order} margins={loaderData.margins} />}
        </div>
        <OrderClient order={order} links={links} />
        <HistoryList
          entries={history}
          begin={{ at: order.placedAt, text: "Order placed" }}
          className="col-span-12 print:hidden"
        />
      </div>
      {dialog}
    </>
  );
}

const paidParameters = ["paid"];
const depositParameters = ["deposit"];
const givenBackParameters = ["given-back"];
const movedParameters = ["moved"];
const releasedParameters = ["released"];
const settledParameters = ["settled"];
const handedOverParameters = ["handed-over"];

function TakenNotice({ order }: { order: AdminOrder }) {
  const { search } = useLocation();
  const ifMailed = useIfMailed();
  if (!new URLSearchParams(search).has("taken")) return null;
  const client = order.companyName || "the client";
  return (
    <Notice
      tone="success"
      title={`Order taken for ${client}`}
      className="mt-6 print:hidden"
      action={
        <ButtonLink to={takeOrderPath} variant="secondary">
          Take another order
        </ButtonLink>
      }
    >
      <p>
        Read it back while they are on the phone.{" "}
        {ifMailed("An email follows, if we have an address that we may write to.")}
      </p>
    </Notice>
  );
}

function ChangedNotice({ order, minOrderCents }: { order: AdminOrder; minOrderCents: number }) {
  const search = new URLSearchParams(useLocation().search);
  if (search.has("same")) {
    return <Notice title="Nothing was different, so nothing was changed" className="mt-6" />;
  }
  if (!search.has("changed")) return null;
  const missing = minOrderCents - storedGoodsCents(order.items);
  return (
    <Notice tone="success" title="Order changed" className="mt-6 print:hidden">
      <p>An email tells the client what changed, if we have an address that we may write to.</p>
      {order.status === "pending" && missing > 0 && (
        <p className="mt-1 font-semibold">
          It is {formatCents(missing)} below the minimum order of {formatCents(minOrderCents)}.
        </p>
      )}
    </Notice>
  );
}

function OverCapacity({ order: { delivery, runLoad, status } }: { order: AdminOrder }) {
  const over = overCapacity(runLoad);
  if (!over || !delivery.day || (status !== "pending" && status !== "fulfilled")) return null;
  const { zoneName, date } = delivery.day;
  return (
    <Notice
      title={`${zoneName} on ${dateInWords(date)} is over its capacity: ${over}`}
      className="mt-6 max-w-2xl print:hidden"
    >
      Another day or a second trip makes room.
    </Notice>
  );
}

const isToBeStopped = (held: readonly TracedLine[]) =>
  held.some(({ place }) => place === "shop" || place === "truck");

/** Warns of packed meat from lots on hold; renders nothing without any. */
function HeldMeat({ held }: { held: readonly TracedLine[] }) {
  if (held.length === 0) return null;
  return (
    <Notice
      tone="error"
      title="Meat of this order is on hold"
      className="mt-6 max-w-2xl print:hidden"
    >
      <ul>
        {held.map((line) => (
          <li key={`${line.itemId} ${line.lotId}`} className="break-words">
            {line.productName} of lot {line.lotCode}: {whereOfLine(line)}
          </li>
        ))}
      </ul>
      {isToBeStopped(held) && <p>Don’t hand it over.</p>}
    </Notice>
  );
}

/** Returns the URL of the list with the filters from which this page was opened. */
function useListAddress(): string {
  const { state } = useLocation();
  // The server doesn't know the history state, so avoid a hydration mismatch.
  const isLive = useHydrated();
  const search: unknown = isLive ? state?.list : "";
  return `/admin/orders${typeof search === "string" ? search : ""}`;
}
