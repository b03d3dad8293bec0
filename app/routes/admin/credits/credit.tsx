import { data, Link, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/audit/history.server.ts";
import { HistoryList } from "#app/features/audit/history-list.tsx";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import { CreditProblem, creditRoute, sourceText } from "#app/features/credits/credit.ts";
import { CreditBadge } from "#app/features/credits/credit-badge.tsx";
import { checkDecision, decisionFailed } from "#app/features/credits/credit-form.ts";
import { billedClaims, getCredit } from "#app/features/credits/credits.server.ts";
import { decideCredit } from "#app/features/credits/decide-credit.server.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { orderNumber } from "#app/features/orders/order.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/credit.ts";
import { Claim } from "./claim.tsx";
import { DecisionForm } from "./decision-form.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.credit ? "Credit request" : "Credit not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const id = params.id.toLowerCase();
  const found = await orNull(
    getCredit(db, staff, id).then((credit) => ({ credit })),
    log,
    "load a credit",
  );
  const credit = found?.credit ?? null;
  if (!credit) {
    const isMissing = found?.credit === null;
    const facts = { credit, isMissing, billed: null, history: null };
    return data(facts, { status: isMissing ? 404 : 503 });
  }
  const [billed, history] = await Promise.all([
    orNull(
      billedClaims(db, staff, id).then((invoice) => ({ invoice })),
      log,
      "load what was billed",
    ),
    orNull(listHistory(db, staff, { entity: "credit", entityId: id }), log, "load a history"),
  ]);
  return data({ credit, isMissing: false, billed, history }, statusOf(billed));
}

export async function action({ request, context, url, params }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url }, ({ deed }) => deed !== "decline");
  const { db, log, shop } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const fields = await formFields(request);
  try {
    const credit = await getCredit(db, staff, params.id);
    const positions = credit?.lines.map(({ position }) => position) ?? [];
    const { decision, refused } = checkDecision(fields, positions);
    if (refused) return data<FormAnswer>(refused, { status: 400 });
    await decideCredit(db, staff, params.id.toLowerCase(), decision, shop);
  } catch (error) {
    if (error instanceof CreditProblem) {
      const { message, status } = error;
      return data<FormAnswer>({ message, values: fields }, { status });
    }
    log.error({ err: error }, "deciding a credit failed");
    return data<FormAnswer>({ message: decisionFailed, values: fields }, { status: 503 });
  }
  return redirect(`/admin/credits/${params.id}`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    unreached: { message: decisionFailed, values },
  });
  return answer;
}

/** A request for credit: what is claimed, what was billed, and the decision. */
export default function CreditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { credit, isMissing, billed, history } = loaderData;
  if (!credit) {
    return (
      <>
        <PageHeader
          size="compact"
          before={<BackLink to="/admin/credits">Back</BackLink>}
          title="Credit"
        />
        <div className="mt-8">
          {isMissing ? (
            <EmptyState titleAs="h2" underHead title="There is no such request" />
          ) : (
            <LoadFailure message="The request could not be loaded. Please try again." />
          )}
        </div>
      </>
    );
  }
  const { creditNote, companyName, orderId, customerId, lines, decisionNote, decidedBy } = credit;
  const invoice = billed?.invoice ?? null;
  const route = creditRoute(credit);
  const decision = { route, payout: credit.payout, answer: actionData };
  return (
    <>
      <PageHeader
        size="compact"
        before={
          <BackLink to="/admin/credits">
            Back<span className="sr-only"> to the credits</span>
          </BackLink>
        }
        title={<span className="break-words">Credit for {companyName || "Unknown Client"}</span>}
        actions={
          <>
            <Link to={`/admin/orders/${orderId}`} className={buttonClass({ variant: "secondary" })}>
              Order {orderNumber(orderId)}
            </Link>
            <Link
              to={`/admin/receivables/${customerId}`}
              className={buttonClass({ variant: "secondary" })}
            >
              Account
            </Link>
          </>
        }
      />
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CreditBadge status={credit.status} />
        <span className="text-ink-soft">
          {sourceText[credit.source]}
          {credit.requestedBy && `, ${credit.requestedBy}`}
          {invoice && `, billed on ${invoice.number}`}
        </span>
      </p>
      {creditNote && (
        <Notice
          tone="success"
          title={`${formatCents(toCents(creditNote.total))} credited with ${creditNote.number}`}
          className="mt-6"
          action={
            creditNote.url && (
              <InvoiceDownload
                number={creditNote.number}
                url={creditNote.url}
                className={buttonClass({ variant: "secondary" })}
              >
                Download credit note
              </InvoiceDownload>
            )
          }
        >
          {route === "hand" && (
            <p>
              The order was placed without an account, so no other order can use what is left of it.
              Give back what was paid already, and record it as a refund under Account.
            </p>
          )}
        </Notice>
      )}
      <section className="mt-8 border-t border-ink" aria-label="What is claimed">
        {lines.map((line) => (
          <Claim
            key={line.position}
            line={line}
            billed={invoice?.claims.find(({ position }) => position === line.position)}
          />
        ))}
      </section>
      {credit.status === "open" ? (
        invoice ? (
          <DecisionForm lines={lines} claims={invoice.claims} {...decision} />
        ) : (
          <>
            <Notice
              className="mt-6"
              title={billed ? "The order is not invoiced yet" : "What was billed is not known now"}
            >
              <p>It can be approved once it is; it can be declined now.</p>
            </Notice>
            <DecisionForm lines={[]} claims={[]} {...decision} />
          </>
        )
      ) : (
        <dl className="mt-6">
          <dt className="text-sm text-ink-soft">
            {credit.status === "approved" ? "Approved" : "Declined"}
            {decidedBy && ` by ${decidedBy}`}
          </dt>
          <dd className="mt-1 break-words whitespace-pre-line">
            {decisionNote || "Without a note"}
          </dd>
        </dl>
      )}
      <HistoryList
        entries={history}
        begin={{ at: credit.createdAt, text: "Credit asked for" }}
        className="mt-12 print:hidden"
      />
    </>
  );
}
