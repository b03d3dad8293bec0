import { data, Form, redirect, redirectDocument, useLocation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { PhoneLink, TextLink } from "#app/components/page/text-link.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { claimableOrder } from "#app/domain/claims/ask-credit.server.ts";
import { creditsOfOwnOrder } from "#app/domain/claims/credits.server.ts";
import { orderAgainPath } from "#app/domain/drafts/order-again.ts";
import { ownSmallDifference } from "#app/domain/ledger/differences/difference.server.ts";
import { differenceInWords } from "#app/domain/ledger/differences/difference.ts";
import { dayAndWindow } from "#app/domain/ordering/delivery/delivery-words.ts";
import { approveOrder } from "#app/domain/ordering/holding/approval.server.ts";
import { shownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { cancelOwnOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { linkOfGuestOrder } from "#app/domain/orders/links/order-links.server.ts";
import { getOrder, type OwnOrder } from "#app/domain/orders/lists/orders.server.ts";
import { orderName, titleOfOrder } from "#app/domain/orders/order.ts";
import { orderTimeline } from "#app/domain/orders/timeline/order-timeline.ts";
import { OrderTimeline } from "#app/domain/orders/timeline/order-timeline.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { recallsOfClient } from "#app/features/recall/client-recalls.server.ts";
import { ClientRecalls } from "#app/features/recall/client-recalls.tsx";
import { standingOrdersPath } from "#app/features/standing-orders/standing-order.ts";
import { otherCustomerOfOrder } from "#app/features/team/team.server.ts";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { OfAnother } from "../frame/customer-switch.tsx";
import { usefulLinks } from "../frame/navigation.tsx";
import { OwnCredits } from "../own-credits.tsx";
import type { Route } from "./+types/order.ts";
import { DepositNotice } from "./deposit-notice.tsx";
import { NoOrderHere } from "./no-order-here.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderLines } from "./order-lines.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, titleOfOrder(args.loaderData));

/** Someone else's order gets the same answer as an unknown id. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, recallLinks, client } = clientRequest(context);
  const { shop } = context.get(requestContext);
  const asked = getOrder(db, client, params.id).then((order) => ({ order }));
  const [found, credits, differenceCents, recalls] = await Promise.all([
    orNull(asked, log, "load an order"),
    orNull(
      creditsOf(context.get(requestContext), client, params.id),
      log,
      "load an order's credits",
    ),
    orNull(ownSmallDifference(db, client), log, "look what is left of earlier payments"),
    orNull(recallsOfClient(db, client, recallLinks), log, "look for recalls"),
  ]);
  const isMissing = found?.order === null;
  const order = found?.order ?? null;
  const seesInvoices = may(client, "see invoices");
  const difference = order?.status === "pending" ? differenceCents : null;
  const mayChange = may(client, "order");
  const mayApprove = may(client, "approve");
  const elsewhere = isMissing
    ? await orNull(otherCustomerOfOrder(db, client, params.id), log, "look whose an order is")
    : null;
  const facts = {
    order,
    isMissing,
    elsewhere,
    seesInvoices,
    mayChange,
    mayApprove,
    credits,
    difference,
    recalls: order ? (recalls ?? []).filter(({ orderIds }) => orderIds.includes(order.id)) : [],
    deposit:
      order &&
      (await orNull(
        shownDeposit(db, order, shop, { isGuest: false }),
        log,
        "load an order's deposit",
      )),
  };
  return data(facts, isMissing ? { status: 404 } : statusOf(order));
}

/** Returns the requested credits, and whether another can be requested. */
async function creditsOf({ db, shop }: RequestContext, client: Client, orderId: string) {
  const [asked, claimable] = await Promise.all([
    creditsOfOwnOrder(db, client, orderId),
    claimableOrder(db, client, orderId, shop.documents),
  ]);
  const until = claimable?.until ?? null;
  return { asked, until, canAsk: until !== null && until > new Date() };
}

/** Cancels their own order, until its cut-off; or opens a guest order through its own new link. */
export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "The order could not be cancelled. Please try again.", log: "a client's order" },
    async ({ intent }, { db, shop }) => {
      const { id } = args.params;
      const client = args.context.get(clientContext);
      if (intent === "approve") {
        await approveOrder(db, client, id, shop);
        throw redirect(`/dashboard/orders/${id}?approved`);
      }
      if (intent === "cancel") {
        await cancelOwnOrder(db, client, id, shop);
        throw redirect(`/dashboard/orders/${id}?cancelled`);
      }
      const path = await linkOfGuestOrder(db, client, id);
      if (!path) throw data(null, { status: 405 });
      return redirectDocument(path);
    },
  );

export default function OrderPage({
  loaderData,
  actionData,
  matches,
  params,
}: Route.ComponentProps) {
  const { order, isMissing, elsewhere, seesInvoices, mayChange, mayApprove, credits, difference } =
    loaderData;
  const deposit = "deposit" in loaderData ? loaderData.deposit : null;
  const query = new URLSearchParams(useLocation().search);
  const { companyName } = matches[1].loaderData;
  if (isMissing && elsewhere) {
    return (
      <NothingHere ways={usefulLinks} title={`This order is of ${elsewhere.name}`}>
        <p>You are acting for {companyName}.</p>
        <OfAnother membership={elsewhere} next={`/dashboard/orders/${params.id}`} />
      </NothingHere>
    );
  }
  if (isMissing) {
    return <NoOrderHere />;
  }
  return (
    <>
      <Letterhead />
      <PageHeader
        before={
          <div className="print:hidden">
            <BackLink to="/dashboard/orders">Orders</BackLink>
          </div>
        }
        title={order ? orderName(order.number) : "Order"}
        actions={
          order && <Actions order={order} mayChange={mayChange} canAsk={credits?.canAsk ?? false} />
        }
      />
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 print:hidden" />
      )}
      <ClientRecalls recalls={"recalls" in loaderData ? loaderData.recalls : []} />
      {order && mayApprove && waitsForApproval(order) && (
        <ApprovalAsked hasCutOff={order.delivery.day !== null} />
      )}
      <DepositNotice deposit={deposit} />
      {query.has("approved") && order?.status === "pending" && (
        <Notice tone="success" title="The order is approved" className="mt-6 print:hidden">
          <p>It is as you see it here.</p>
        </Notice>
      )}
      {query.has("changed") && order?.status === "pending" && (
        <Notice tone="success" title="Your order was changed" className="mt-6 print:hidden">
          <p>It is as you see it here.</p>
        </Notice>
      )}
      {query.has("cancelled") && order?.status === "cancelled" && (
        <Notice tone="success" title="Your order is cancelled" className="mt-6 print:hidden">
          <p>There is nothing to pay.</p>
        </Notice>
      )}
      {query.has("asked") && (
        <Notice tone="success" title="We have your request" className="mt-6 print:hidden">
          <p>We answer by email, and here.</p>
        </Notice>
      )}
      <div className="mt-8">
        {order && (
          <OrderTimeline
            steps={orderTimeline(order, order.delivery.day ? dayAndWindow(order.delivery.day) : "")}
          />
        )}
        {order ? (
          <div className="grid-page mt-8 gap-y-12 print:block">
            <OrderFacts
              order={order}
              companyName={companyName}
              seesInvoices={seesInvoices}
              mayChange={mayChange}
              deposit={deposit}
            />
            <div className="col-span-12 lg:col-span-8 lg:col-start-1 lg:row-start-1 print:mt-8">
              <OrderLines order={order} />
              {difference !== null && (
                <p className="mt-4 text-sm text-ink-soft tabular-nums print:hidden">
                  {differenceInWords(difference)}
                </p>
              )}
              {credits?.until && (
                <SomethingWrong orderId={order.id} until={credits.until} canAsk={credits.canAsk} />
              )}
              {credits && credits.asked.length > 0 && (
                <section className="mt-12 print:hidden">
                  <h2 className="mb-4 text-title">Credits</h2>
                  <OwnCredits credits={credits.asked} photosAt="/dashboard/attachments" />
                </section>
              )}
            </div>
          </div>
        ) : (
          <LoadFailure message="Your order could not be loaded. Please try again." />
        )}
      </div>
    </>
  );
}

const waitsForApproval = ({ status, holds }: OwnOrder) =>
  status === "pending" && holds.includes("approval");

/** Shown to approvers: the order is below, and one click approves it. */
function ApprovalAsked({ hasCutOff }: { hasCutOff: boolean }) {
  return (
    <Notice title="This order waits for your approval" className="mt-6 print:hidden">
      <p>
        It is above its buyer’s limit.
        {hasCutOff && " Its place is kept until the cut-off; then it is cancelled."}
      </p>
      <Form method="post" className="mt-4">
        <SubmitButton intent="approve">Approve this order</SubmitButton>
      </Form>
    </Notice>
  );
}

/** Says where and until when to report a problem with a delivery, and what to do afterwards. */
function SomethingWrong({
  orderId,
  until,
  canAsk,
}: {
  orderId: string;
  until: Date;
  canAsk: boolean;
}) {
  const { phone } = useCompany();
  return (
    <section className="mt-8 border-t border-rule pt-4 print:hidden">
      <h2 id="wrong" className="scroll-mt-6 text-title">
        Something wrong?
      </h2>
      <p className="mt-2 max-w-xl">
        {canAsk ? (
          <>
            Until <Moment at={until} time /> you can{" "}
            <TextLink to={`/dashboard/orders/${orderId}/credit`}>report</TextLink> short weight, a
            damaged or a wrong item.
          </>
        ) : (
          <>
            Until <Moment at={until} time /> you could report short weight, a damaged or a wrong
            item here. Now please call <PhoneLink phone={phone} />.
          </>
        )}
      </p>
    </section>
  );
}

interface ActionsProps {
  order: OwnOrder;
  canAsk: boolean;
  mayChange: boolean;
}

function Actions({ order, canAsk, mayChange }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {order.invoiceNumber && order.invoiceUrl && (
        <InvoiceDownload
          number={order.invoiceNumber}
          url={order.invoiceUrl}
          className={buttonClass({ variant: "secondary" })}
        >
          Download Invoice
        </InvoiceDownload>
      )}
      {order.noteNumber && order.noteUrl && (
        <InvoiceDownload
          number={order.noteNumber}
          url={order.noteUrl}
          className={buttonClass({ variant: "secondary" })}
        >
          Delivery Note
        </InvoiceDownload>
      )}
      {canAsk && (
        <SecondaryLink to={`/dashboard/orders/${order.id}/credit`}>Ask for a credit</SecondaryLink>
      )}
      {order.isGuests && (
        <Form method="post">
          <Button type="submit" variant="secondary">
            Change, pay or cancel
          </Button>
        </Form>
      )}
      {mayChange && !order.isGuests && order.delivery.day && (
        <SecondaryLink to={`${standingOrdersPath}/new?from=${order.id}`}>Every week</SecondaryLink>
      )}
      <ButtonLink to={orderAgainPath(order.id)}>Order again</ButtonLink>
    </div>
  );
}

/** The company's letterhead, for print only, where the top bar is hidden. */
export function Letterhead() {
  const company = useCompany();
  const { street, city, region, postalCode } = company.address;
  return (
    <div className="mb-6 hidden justify-between print:flex">
      <Wordmark shortName={company.shortName} rest={company.nameSuffix} logo={company.logo} />
      <p className="text-right text-sm">
        {street}, {city}, {region} {postalCode}
        <br />
        {company.phone.display} · {company.email}
      </p>
    </div>
  );
}
