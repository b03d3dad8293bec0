import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, Link, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, onlyByButton, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useResultFocus } from "#app/components/page/use-result-focus.ts";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import type { OpenDrawer } from "#app/domain/door/till/open-drawer.ts";
import { openDrawers } from "#app/domain/door/till/take-back-at-till.server.ts";
import { listTills } from "#app/domain/door/till/tills.server.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import {
  getHandedOver,
  type HandedOver,
  type PackedLine,
  packedLines,
} from "#app/features/counter/handed-over.server.ts";
import { MailedNotice, Payments, PrintedReceipt } from "#app/features/counter/payments.tsx";
import { handOverForm, leftOpenInWords } from "#app/features/counter/pickup.ts";
import { getPickup, handOver } from "#app/features/counter/pickups.server.ts";
import { mailReceipt } from "#app/features/counter/receipt-mail.server.ts";
import { receiptMailForm } from "#app/features/counter/receipt-mail.ts";
import { correctTender } from "#app/features/counter/refund.server.ts";
import { wrongTenderForm } from "#app/features/counter/refund.ts";
import { changeOf } from "#app/features/counter/sale.ts";
import {
  partOf,
  TenderFields,
  TenderStatus,
  type TypedTenders,
  tendersOf,
  useRarerMethods,
} from "#app/features/counter/till/tender-fields.tsx";
import { handOverAtTill } from "#app/features/runs/reports/report-by-staff.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { isNoWeight } from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/pickup.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Hand over an order");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, shop } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const [tills, order, handedOver, lines] = await Promise.all([
    listTills(db, staff),
    getPickup(db, staff, params.order),
    getHandedOver(db, staff, params.order),
    packedLines(db, staff, params.order),
  ]);
  const till = tills.find(({ id }) => id === params.till) ?? null;
  const drawers = staffMay(staff, "money") ? await openDrawers(db, staff) : null;
  const { taxNumber } = shop.documents;
  const facts = { till, order, handedOver, lines, drawers, taxNumber };
  return data(
    { ...facts, isMailed: url.searchParams.has("mailed"), requestId: randomUUID() },
    { status: till && (order || handedOver) ? 200 : 404 },
  );
}

interface PickupAnswer extends FormAnswer {
  intent?: string;
}

export const action = (args: Route.ActionArgs) =>
  answerForm<PickupAnswer>(
    args,
    {
      failed: "Nothing was recorded, because the shop failed. Please try again.",
      log: "handing an order over failed",
      facts: () => ({ orderId: args.params.order }),
      besides: ({ intent = "" }) => ({ intent }),
    },
    async (fields, { db, shop }) => {
      const { till, order } = args.params;
      const staff = staffWith(args.context, "till");
      const here = `/admin/counter/${till}/pickups/${order}`;
      switch (fields.intent) {
        case "mail": {
          const { to } = accepted(checkForm(receiptMailForm, fields));
          await mailReceipt(db, staff, order, to, shop);
          return redirect(`${here}?mailed`);
        }
        case "tender":
          await correctTender(db, staff, order, accepted(checkForm(wrongTenderForm, fields)));
          return redirect(here);
        default: {
          const typed = accepted(checkForm(handOverForm, fields));
          await handOver(db, staff, order, typed, shop, handOverAtTill);
          return redirect(here);
        }
      }
    },
  );

/** Hands an order over and takes what is owed, by one or several methods, or not, with a reason. */
export default function PickupPage(page: Route.ComponentProps) {
  // Input for one order must not appear at another.
  return <Pickup key={page.params.order} {...page} />;
}

function Pickup({ params, loaderData, actionData: answer }: Route.ComponentProps) {
  const { till, order, handedOver, lines, requestId } = loaderData;
  // Stable across reloads of the page's data, so that submitting twice does it once.
  const [ownId] = useState(requestId);
  const [typed, setTyped] = useState<TypedTenders>({});
  const { areMore, rarer } = useRarerMethods(typed);
  const [leavesRest, setLeavesRest] = useState(false);
  // A refusal disappears once something else is typed.
  const [passed, setPassed] = useState<PickupAnswer>();
  const type = (next: TypedTenders) => {
    setTyped(next);
    setPassed(answer);
  };
  const back = `/admin/counter/${params.till}/pickups`;
  if (till && handedOver) {
    return <HandedOverPart {...loaderData} handedOver={handedOver} back={back} answer={answer} />;
  }
  if (!till?.open || !order) {
    return (
      <EmptyState
        titleAs="h1"
        title={order ? "Open the till first" : "This order is not waiting to be picked up"}
        action={
          order && till ? (
            <ButtonLink to={`/admin/counter#till-${till.id}`}>Open the till</ButtonLink>
          ) : (
            <>
              <ButtonLink to={order ? "/admin/counter" : back}>
                {order ? "Counter" : "Pickups"}
              </ButtonLink>
              {!order && (
                // A drawer's report links here from an order that was paid and delivered.
                <ButtonLink to={`/admin/orders/${params.order}`} variant="secondary">
                  See the order
                </ButtonLink>
              )}
            </>
          )
        }
      />
    );
  }
  const { dueCents } = order;
  const isHeld = order.held.length > 0;
  const part = partOf(typed, dueCents);
  const restCents = dueCents - (part ?? dueCents);
  const isPart = part !== null && leavesRest;
  const tenders = tendersOf(typed, isPart ? part : dueCents);
  const isUnpaid = dueCents > 0 && tenders?.length === 0;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>Pickups</BackLink>}
        title={`Order ${orderNumber(order.number)}: ${order.name}`}
      />
      {answer?.message && answer !== passed && (
        <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />
      )}
      {isHeld && (
        <Notice tone="error" title={`On hold: ${order.held.join("; ")}`} className="mt-6 max-w-2xl">
          Don’t hand order {orderNumber(order.number)} over to {order.name}. Ask an owner to release
          the lot, or a packer or the office to open the order again, so that other meat is packed.
        </Notice>
      )}
      {order.isPacked && (
        <>
          <p className="mt-6 text-title tabular-nums">
            {dueCents > 0 ? `${formatCents(dueCents)} to pay` : "Nothing to pay"}
            {order.boxes > 0 && `, ${order.boxes} ${order.boxes === 1 ? "box" : "boxes"}`}
          </p>
          <Packed lines={lines} />
        </>
      )}
      {isHeld ? null : order.isPacked ? (
        <AnsweredForm
          answer={answer}
          preventScrollReset={false}
          onKeyDown={onlyByButton}
          className="mt-6 grid max-w-md gap-5"
        >
          <input type="hidden" name="requestId" value={ownId} />
          <input type="hidden" name="sessionId" value={till.open.id} />
          <input type="hidden" name="seen" value={dueCents} />
          <input type="hidden" name="tenders" value={JSON.stringify(tenders ?? [])} />
          {dueCents > 0 && (
            <>
              <TenderFields totalCents={dueCents} typed={typed} areMore={areMore} onType={type} />
              {rarer}
              {isPart ? (
                <p role="status" className="text-title tabular-nums">
                  {formatCents(restCents)} {order.paysLater ? "stays on account" : "is left open"}
                </p>
              ) : (
                <TenderStatus totalCents={dueCents} typed={typed} />
              )}
              {part !== null && (
                <Checkbox
                  name="rest"
                  value="account"
                  checked={leavesRest}
                  onChange={({ currentTarget }) => setLeavesRest(currentTarget.checked)}
                  label={
                    order.paysLater
                      ? `Leave ${formatCents(restCents)} on the account of ${order.name}`
                      : `Hand it over with ${formatCents(restCents)} left open`
                  }
                />
              )}
            </>
          )}
          {(isUnpaid || (isPart && !order.paysLater)) && (
            <TextField
              label={`Why ${formatCents(isUnpaid ? dueCents : restCents)} is left open`}
              hint={
                isUnpaid
                  ? `Needed to hand it over unpaid. ${leftOpenInWords(dueCents)}`
                  : `${leftOpenInWords(restCents)} The reason is in the order’s history.`
              }
              required
              maxLength={500}
              autoComplete="off"
              {...answeredField(answer, "reason")}
            />
          )}
          <SubmitButton size="lg" className="justify-self-start">
            {isPart
              ? `Take ${formatCents(part)} and hand over`
              : dueCents > 0 && !isUnpaid
                ? "Take payment and hand over"
                : "Hand over"}
          </SubmitButton>
        </AnsweredForm>
      ) : (
        <p className="mt-6">
          {order.holds.length > 0 && (
            <strong className="block text-cancelled">
              On hold: {holdsForStaff(order.holds)}.{" "}
              <Link className="link" to={`/admin/orders/${order.id}`}>
                See order {orderNumber(order.number)}
              </Link>
            </strong>
          )}
          {lines.some(({ lb }) => !isNoWeight(lb))
            ? "It was opened again and isn’t packed. It can be handed over once it is packed."
            : "It isn’t packed yet."}
        </p>
      )}
    </>
  );
}

function Packed({ lines }: { lines: readonly PackedLine[] }) {
  return (
    <ul aria-label="What it holds" className="mt-4 max-w-md border-t border-ink">
      {lines.map((line, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines never move
          key={index}
          className="flex justify-between gap-4 border-b border-rule py-1.5 tabular-nums"
        >
          <span className="min-w-0 break-words">{line.name}</span>
          <span className="text-right">
            {isNoWeight(line.lb)
              ? "Not in it"
              : [
                  line.pieces > 0 && `${line.pieces} ${line.pieces === 1 ? "piece" : "pieces"}`,
                  `${line.lb} lb`,
                  line.boxes.length > 0 &&
                    `${line.boxes.length === 1 ? "box" : "boxes"} ${line.boxes.join(", ")}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface HandedOverProps {
  handedOver: HandedOver;
  requestId: string;
  drawers: readonly OpenDrawer[] | null;
  taxNumber: string;
  isMailed: boolean;
  back: string;
  answer: PickupAnswer | undefined;
}

function HandedOverPart({ handedOver, back, answer: given, ...props }: HandedOverProps) {
  const { sheet, receipts } = handedOver;
  const answer = (intent: string) => (given?.intent === intent ? given : undefined);
  const said = useResultFocus<HTMLParagraphElement>(`handed over ${handedOver.number}`);
  const change = changeOf(sheet?.tenders ?? []);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          size="compact"
          before={<BackLink to={back}>Pickups</BackLink>}
          title={`Order ${orderNumber(handedOver.number)}: ${handedOver.name}`}
        />
        {given?.message && <Notice tone="error" title={given.message} className="mt-6 max-w-2xl" />}
        {props.isMailed && <MailedNotice what={"receipt"} />}
        <p ref={said} role="status" tabIndex={-1} className="mt-6 text-title tabular-nums">
          {change > 0 && <span className="block text-display">Change: {formatCents(change)}</span>}
          Order {orderNumber(handedOver.number)} is handed over.
        </p>
        {sheet && sheet.openCents > 0 && <p className="mt-2">{leftOpenInWords(sheet.openCents)}</p>}
      </div>
      <div className="mt-6 grid items-start gap-10 md:grid-cols-2">
        {sheet && (
          <PrintedReceipt sheet={sheet} taxNumber={props.taxNumber} answer={answer("mail")} />
        )}
        <div className="print:hidden">
          <Payments
            receipts={receipts}
            onAccountOf={null}
            drawers={props.drawers}
            requestId={props.requestId}
            answer={answer("tender")}
          />
        </div>
      </div>
    </>
  );
}
