import { data, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import {
  billedAgainInWords,
  type ClaimedLine,
  type CreditRoute,
  creditedInWords,
  creditRoute,
  isTakenBack,
  routeText,
  sourceText,
  statusInWords,
} from "#app/domain/claims/credit.ts";
import { CreditBadge } from "#app/domain/claims/credit-badge.tsx";
import { checkDecision, decisionFailed, grantField } from "#app/domain/claims/credit-form.ts";
import {
  type BilledClaim,
  billedClaims,
  countTogether,
  getCredit,
} from "#app/domain/claims/credits.server.ts";
import { creditTogether, decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { PayoutField } from "#app/features/credits/ask-form.tsx";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { lookUp, orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { CreditPayout } from "#db/schema/values/money.ts";
import type { Route } from "./+types/credit.ts";
import { Claim } from "./claim.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.credit ? "Credit request" : "Credit not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const id = params.id.toLowerCase();
  const found = await lookUp(getCredit(db, staff, id), log, "load a credit");
  const { value: credit, isMissing, status } = found;
  if (!credit) {
    const facts = { credit, isMissing, billed: null, history: null, together: 0 };
    return data(facts, { status });
  }
  const [billed, history, together] = await Promise.all([
    orNull(
      billedClaims(db, staff, id).then((invoice) => ({ invoice })),
      log,
      "load what was billed",
    ),
    orNull(listHistory(db, staff, { entity: "credit", entityId: id }), log, "load a history"),
    orNull(countTogether(db, staff, credit), log, "count what else was refused of an order"),
  ]);
  const facts = { billed, history, together: together ?? 0 };
  return data({ credit, isMissing: false, ...facts }, statusOf(billed));
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: decisionFailed,
      log: "deciding a credit failed",
      proof: proofFor(({ intent }) => intent !== "decline"),
    },
    async (fields, { db, shop }) => {
      const { id } = args.params;
      const staff = staffWith(args.context, "money");
      if (fields.intent === "together") {
        await creditTogether(db, staff, id.toLowerCase(), shop);
        return redirect(`/admin/credits/${id}`);
      }
      const credit = await getCredit(db, staff, id);
      const positions = credit?.lines.map(({ position }) => position) ?? [];
      const decision = accepted(checkDecision(fields, positions));
      await decideCredit(db, staff, id.toLowerCase(), decision, shop);
      return redirect(`/admin/credits/${id}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: decisionFailed, looksAgain: () => true });

export default function CreditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { credit, isMissing, billed, history, together } = loaderData;
  if (!credit) {
    return (
      <>
        <PageHeader before={<BackLink to="/admin/credits">Back</BackLink>} title="Credit" />
        <div className="mt-8">
          {isMissing ? (
            <EmptyState titleAs="h2" underHead title="Request not found" />
          ) : (
            <LoadFailure message="The request could not be loaded. Please try again." />
          )}
        </div>
      </>
    );
  }
  const {
    creditNote,
    companyName,
    orderId,
    orderNumber,
    customerId,
    lines,
    decisionNote,
    decidedBy,
  } = credit;
  const invoice = billed?.invoice ?? null;
  const route = creditRoute(credit);
  const decision = { route, payout: credit.payout, answer: actionData };
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/credits" where="to the credits" />}
        title={<span className="break-words">Credit for {companyName || "Unknown Client"}</span>}
        actions={
          <>
            <SecondaryLink to={`/admin/orders/${orderId}`}>{orderName(orderNumber)}</SecondaryLink>
            <SecondaryLink to={`/admin/receivables/${customerId}`}>Account</SecondaryLink>
          </>
        }
      />
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CreditBadge credit={credit} />
        <span className="text-ink-soft">
          {sourceText[credit.source]}
          {credit.requestedBy && `, ${credit.requestedBy}`}
          {invoice && `, billed on ${invoice.number}`}
        </span>
      </p>
      {creditNote && (
        <Notice
          tone="success"
          title={[
            `${creditedInWords(creditNote)} with ${creditNote.number}`,
            billedAgainInWords(creditNote),
          ]
            .filter(Boolean)
            .join(", ")}
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
      {invoice && together > 0 && <Together count={together} answer={actionData} />}
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
            {credit.status === "approved" ? "Approved" : statusInWords(credit)}
            {decidedBy ? ` by ${decidedBy}` : isTakenBack(credit) && " by the driver"}
          </dt>
          <dd className="mt-1 break-words whitespace-pre-line">
            {decisionNote || "Without a note"}
          </dd>
        </dl>
      )}
      <HistoryList
        entries={history}
        begin={{ at: credit.createdAt, text: "Credit requested" }}
        className="mt-12 print:hidden"
      />
    </>
  );
}

/** Credits all returned goods of the order in one note, instead of one for each line. */
function Together({ count, answer }: { count: number; answer: FormAnswer | undefined }) {
  return (
    <Notice
      title={`${count} lines of this order came back and wait for their credit`}
      className="mt-6 max-w-2xl"
      action={
        <AnsweredForm answer={answer}>
          <SubmitButton name="intent" value="together">
            Credit all of them in one note
          </SubmitButton>
        </AnsweredForm>
      }
    >
      Each is credited as the driver reported it. Weigh the goods afterwards: what was credited is
      not credited again.
    </Notice>
  );
}

interface DecisionFormProps {
  /** The lines that can be approved; none before there is an invoice. */
  lines: ClaimedLine[];
  claims: BilledClaim[];
  route: CreditRoute;
  /** The customer's preference, if there is a choice. */
  payout: CreditPayout | null;
  answer: FormAnswer | undefined;
}

/** Form to approve the claim, or more or less of it, or to decline it with a note. */
function DecisionForm({ lines, claims, route, payout, answer }: DecisionFormProps) {
  const claimed = Object.fromEntries(
    lines.flatMap(({ position, lb, amount }) => [
      [grantField("lb", position), lb ?? ""],
      [grantField("amount", position), amount ?? ""],
    ]),
  );
  const values: Record<string, string> = {
    ...claimed,
    payout: payout ?? "",
    ...answer?.values,
  };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm answer={answer} className="mt-6 max-w-2xl">
      {lines.map(({ position, productName }) => (
        <fieldset key={position} className="group/line mb-5">
          <legend className="mb-3 font-semibold">Credit for {productName}</legend>
          {lines.length > 1 && (
            <Checkbox
              name={grantField("nothing", position)}
              defaultChecked={values[grantField("nothing", position)] !== undefined}
              label={`Nothing is credited for ${productName}`}
            />
          )}
          <div className="mt-2 grid gap-x-6 gap-y-5 group-has-checked/line:hidden sm:grid-cols-2">
            {claims.find((claim) => claim.position === position)?.unit !== "each" && (
              <DecimalField label="Pounds" {...field(grantField("lb", position))} />
            )}
            <DecimalField
              label="Or dollars before tax"
              {...field(grantField("amount", position))}
            />
          </div>
        </fieldset>
      ))}
      {lines.length > 0 && route === "choice" && (
        <PayoutField {...field("payout")} className="mb-5" />
      )}
      {lines.length > 0 && (route === "card" || route === "hand") && (
        <p className="mb-5">{routeText[route]}</p>
      )}
      <TextArea
        label="Note for the client"
        hint="Needed to decline"
        rows={3}
        maxLength={500}
        {...field("note")}
      />
      <div className="mt-6 flex flex-wrap gap-3">
        {lines.length > 0 && (
          <SubmitButton intent="approve">Approve and issue credit note</SubmitButton>
        )}
        <SubmitButton intent="decline" variant="danger">
          Decline
        </SubmitButton>
      </div>
    </AnsweredForm>
  );
}
