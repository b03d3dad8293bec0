import { randomUUID } from "node:crypto";
import { data, Link, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { openDrawers } from "#app/domain/door/till/take-back-at-till.server.ts";
import { listTills } from "#app/domain/door/till/tills.server.ts";
import { GiveBack } from "#app/features/counter/give-back.tsx";
import { MailedNotice, Payments, PrintedReceipt } from "#app/features/counter/payments.tsx";
import { mailReceipt, mailRefundSlip } from "#app/features/counter/receipt-mail.server.ts";
import { receiptMailForm } from "#app/features/counter/receipt-mail.ts";
import { correctTender, refundSale } from "#app/features/counter/refund.server.ts";
import { refundForm, wrongTenderForm } from "#app/features/counter/refund.ts";
import { RefundSlip } from "#app/features/counter/refund-slip.tsx";
import { getRefundSlip, getSold } from "#app/features/counter/sold.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/sale.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Counter sale");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, shop } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const [sold, tills] = await Promise.all([getSold(db, staff, params.id), listTills(db, staff)]);
  const rank = ({ openedBy, till }: { openedBy: string; till: string }) =>
    openedBy === staff.email ? 0 : till === sold?.tillId ? 1 : 2;
  // The clerk's own till first, then the one it was sold at.
  const open = tills
    .flatMap(({ id, number, open }) => (open ? [{ till: id, number, ...open }] : []))
    .sort((one, other) => rank(one) - rank(other))
    .map(({ id, number }) => ({ id, number }));
  const refund = sold && (await getRefundSlip(db, staff, sold, url.searchParams.get("refund")));
  const drawers = staffMay(staff, "money") ? await openDrawers(db, staff) : null;
  const { taxNumber } = shop.documents;
  // An id for each form, so that neither is taken for the other.
  const requestIds = { tender: randomUUID(), refund: randomUUID() };
  const facts = { sold, open, drawers, refund, requestIds, taxNumber };
  return data({ ...facts, isMailed: url.searchParams.has("mailed") }, { status: sold ? 200 : 404 });
}

interface SaleAnswer extends FormAnswer {
  intent?: string;
}

export const action = (args: Route.ActionArgs) =>
  answerForm<SaleAnswer>(
    args,
    {
      failed: "Nothing was changed, because the shop failed. Please try again.",
      log: "changing a counter sale failed",
      facts: () => ({ orderId: args.params.id }),
      besides: ({ intent = "" }) => ({ intent }),
    },
    async (fields, { db, shop }) => {
      const staff = staffWith(args.context, "till");
      const { id } = args.params;
      const here = `/admin/counter/sales/${id}`;
      switch (fields.intent) {
        case "mail": {
          const { to, refund } = accepted(checkForm(receiptMailForm, fields));
          if (refund === undefined) {
            await mailReceipt(db, staff, id, to, shop);
            return redirect(`${here}?mailed`);
          }
          await mailRefundSlip(db, staff, { orderId: id, requestId: refund }, to, shop);
          return redirect(`${here}?refund=${refund}&mailed`);
        }
        case "refund": {
          const typed = accepted(checkForm(refundForm, fields));
          await refundSale(db, staff, id, typed, shop);
          return redirect(`${here}?refund=${typed.requestId}`);
        }
        default:
          await correctTender(db, staff, id, accepted(checkForm(wrongTenderForm, fields)));
          return redirect(here);
      }
    },
  );

function CreditedInstead({ orderId, client }: { orderId: string; client: string }) {
  const mayCredit = useMay()("money");
  return (
    <section aria-label="Refund">
      <h2 className="text-title">Give money back</h2>
      <p className="mt-2">
        It went on the account of {client}, so no money goes back here. The office credits it there
        {mayCredit ? ": " : "."}
        {mayCredit && (
          <Link className="link" to={`/admin/orders/${orderId}/credit`}>
            Credit this sale
          </Link>
        )}
      </p>
    </section>
  );
}

/** A counter sale: its receipt, to print or mail again, the payments, and refunds. */
export default function SalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { sold, open, drawers, refund, requestIds, taxNumber, isMailed } = loaderData;
  if (!sold) {
    return (
      <EmptyState
        titleAs="h1"
        title="Sale not found"
        action={<ButtonLink to="/admin/counter">Counter</ButtonLink>}
      />
    );
  }
  const { sheet, remarks } = sold;
  const answer = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          size="compact"
          before={<BackLink to="/admin/counter">Counter</BackLink>}
          title={`Sale ${sheet.documentNumber}`}
        />
        <p className="mt-2 text-ink-soft">
          Slip {sheet.slip}, sold by {sold.soldBy}
          {sold.isOffline && " without network"}.
        </p>
        {actionData?.message && (
          <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
        )}
        {isMailed && <MailedNotice what={refund ? "refund slip" : "receipt"} />}
        {remarks.length > 0 && (
          <Notice tone="error" title="To review" className="mt-6 max-w-2xl">
            The sale was paid while the shop could not be reached:
            <ul className="mt-2 list-disc pl-5">
              {remarks.map((remark) => (
                <li key={remark}>{remark}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <div className="mt-6 grid items-start gap-10 md:grid-cols-2">
        {refund ? (
          <RefundSlip
            refund={refund}
            receiptNumber={sheet.documentNumber ?? ""}
            taxNumber={taxNumber}
            answer={answer("mail")}
          />
        ) : (
          <PrintedReceipt sheet={sheet} taxNumber={taxNumber} answer={answer("mail")} />
        )}
        <div className="grid gap-10 print:hidden">
          <Payments
            key={sold.id}
            receipts={sold.receipts}
            onAccountOf={sheet.onAccountOf}
            drawers={drawers}
            requestId={requestIds.tender}
            answer={answer("tender")}
          />
          {sheet.onAccountOf === null ? (
            <GiveBack
              // Reset the form once this refund is stored, and for another sale.
              key={`${sold.id} ${sold.receipts.length}`}
              sold={sold}
              open={open}
              requestId={requestIds.refund}
              answer={answer("refund")}
            />
          ) : (
            <CreditedInstead orderId={sold.id} client={sheet.onAccountOf} />
          )}
        </div>
      </div>
    </>
  );
}
