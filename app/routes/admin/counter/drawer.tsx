import { randomUUID } from "node:crypto";
import { useEffect, useState } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, onlyByButton, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useResultFocus } from "#app/components/page/use-result-focus.ts";
import { requestContext } from "#app/context.server.ts";
import { tillMoveText } from "#app/domain/door/till/till.ts";
import { closeTillForm, moveForm } from "#app/domain/door/till/till-forms.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { closeTill, getTill } from "#app/domain/door/till/tills.server.ts";
import { SaleRows } from "#app/features/counter/sale-rows.tsx";
import {
  type DrawerToCount,
  getDrawerToCount,
  lastCounted,
} from "#app/features/counter/session.server.ts";
import { SessionFigures } from "#app/features/counter/session-figures.tsx";
import { LateSales, UnsentSales, useOpenSale } from "#app/features/counter/till/unsent-sales.tsx";
import { useSending } from "#app/features/counter/till/use-outbox.ts";
import { revalidateAfterChange } from "#app/features/order-changes/send-order-transition.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { tillMoveKinds } from "#db/schema/values/tills.ts";
import type { Route } from "./+types/drawer.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Drawer");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const till = await getTill(db, staff, params.till);
  const report = till?.open ? await getDrawerToCount(db, staff, till.open.id) : null;
  const closed = till && !report ? await lastCounted(db, staff, till.id) : null;
  const facts = { till, report, closed, requestId: randomUUID(), userId: staff.userId };
  return data(facts, { status: report ? 200 : 404 });
}

/** After a refusal too, as somebody else may have sold from the drawer, or closed it. */
export const shouldRevalidate = revalidateAfterChange;

interface DrawerAnswer extends FormAnswer {
  intent?: string;
}

export const action = (args: Route.ActionArgs) =>
  answerForm<DrawerAnswer>(
    args,
    {
      failed: "Nothing was recorded, because the shop failed. Please try again.",
      log: "changing a drawer failed",
      facts: () => ({ tillId: args.params.till }),
      besides: ({ intent = "" }) => ({ intent }),
    },
    async (fields, { db }) => {
      const staff = staffWith(args.context, "till");
      if (fields.intent === "close") {
        const typed = accepted(checkForm(closeTillForm, fields));
        await closeTill(db, staff, typed);
        return redirect(`/admin/counter/sessions/${typed.sessionId}`);
      }
      await moveCash(db, staff, accepted(checkForm(moveForm, fields)));
      return redirect(`/admin/counter/${args.params.till}/drawer`);
    },
  );

/** A drawer: cash moved without a sale, its figures, and the count. */
export default function Drawer({ loaderData, actionData, params }: Route.ComponentProps) {
  const { till, report, closed, requestId, userId } = loaderData;
  const { revalidate } = useRevalidator();
  const sending = useSending(params.till);
  const { waiting, refused, numbers } = sending;
  const isSaleOpen = useOpenSale(params.till, userId);
  const unsent = waiting.length + refused.length;
  useEffect(() => {
    // A sale that was just sent belongs in the figures.
    if (numbers.size > 0) void revalidate();
  }, [numbers, revalidate]);
  if (!till || !report) {
    return (
      <>
        {actionData?.message && (
          <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
        )}
        <LateSales sending={sending} />
        <EmptyState
          titleAs="h1"
          title={till ? `Till ${till.number} is closed` : "There is no such till"}
          action={
            <>
              {closed && (
                <ButtonLink to={`/admin/counter/sessions/${closed.id}`}>
                  See its Z report
                </ButtonLink>
              )}
              <ButtonLink
                to={till ? `/admin/counter#till-${till.id}` : "/admin/counter"}
                variant={closed ? "secondary" : "primary"}
              >
                {till ? "Open the till" : "Counter"}
              </ButtonLink>
            </>
          }
        >
          {closed?.at && (
            <p>
              Its drawer was counted on {formatDateTime(closed.at)} by {closed.by}.
            </p>
          )}
        </EmptyState>
      </>
    );
  }
  const answer = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={`/admin/counter/${till.id}`}>Sell</BackLink>}
        title={`Drawer of till ${till.number}`}
      />
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
      )}
      <UnsentSales tillId={till.id} count={unsent} className="mt-6 max-w-2xl" />
      <div className="mt-6 grid items-start gap-10 md:grid-cols-2">
        <SessionFigures report={report} />
        <div className="grid gap-10">
          <CashMoves report={report} requestId={requestId} answer={answer("move")} />
          <section aria-label="Count and close">
            <h2 className="text-title">Count and close</h2>
            <AnsweredForm
              answer={answer("close")}
              // Show the report from its top.
              preventScrollReset={false}
              className="mt-4 grid max-w-md gap-4"
            >
              <input type="hidden" name="intent" value="close" />
              <input type="hidden" name="sessionId" value={report.id} />
              <input type="hidden" name="seen" value={report.version} />
              <DecimalField
                label="Cash in the drawer ($)"
                hint="Count it first. You’ll see what should be there afterward."
                required
                {...answeredField(answer("close"), "counted")}
              />
              {answer("close")?.errors?.reason && (
                <TextField
                  label="Reason for the difference"
                  maxLength={500}
                  autoComplete="off"
                  {...answeredField(answer("close"), "reason")}
                />
              )}
              {unsent > 0 && (
                <CloseWithout
                  name="withoutUnsent"
                  kept={{ name: "unsent", value: unsent }}
                  label={
                    unsent === 1
                      ? "Close although 1 sale is not sent yet"
                      : `Close although ${unsent} sales are not sent yet`
                  }
                  answer={answer("close")}
                />
              )}
              {isSaleOpen && (
                <CloseWithout
                  name="withoutOpenSale"
                  kept={{ name: "openSale", value: "yes" }}
                  label="Close although a sale is still open in this till"
                  answer={answer("close")}
                />
              )}
              <SubmitButton className="justify-self-start">Close the till</SubmitButton>
            </AnsweredForm>
          </section>
        </div>
      </div>
      <section aria-label="Sales of this drawer" className="mt-10">
        <h2 className="text-title">Sales</h2>
        {report.sales.length === 0 && <p className="mt-2">None yet.</p>}
        <SaleRows sales={report.sales} />
      </section>
    </>
  );
}

interface CloseWithoutProps {
  /** The name of the field, and of what the browser keeps. */
  name: "withoutUnsent" | "withoutOpenSale";
  kept: { name: string; value: string | number };
  label: string;
  answer: DrawerAnswer | undefined;
}

/** Confirms closing a drawer without the unsent or open sales that this browser keeps. */
function CloseWithout({ name, kept, label, answer }: CloseWithoutProps) {
  const error = answer?.errors?.[name];
  return (
    <div>
      <input type="hidden" {...kept} />
      <Checkbox
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${name}-error`}
        label={label}
      />
      {error && (
        <p id={`${name}-error`} className="text-sm font-semibold text-cancelled">
          {error.join(" ")}
        </p>
      )}
    </div>
  );
}

interface CashMovesProps {
  report: DrawerToCount;
  requestId: string;
  answer: DrawerAnswer | undefined;
}

/** Form for cash that moves without a sale, with its last entry above. */
function CashMoves({ report: { id, moves }, requestId, answer }: CashMovesProps) {
  // The ids of this page's forms; the last is the one on screen. Others' entries don't reset it.
  const [ownIds, setOwnIds] = useState([requestId]);
  const ownId = ownIds.at(-1) ?? requestId;
  const last = moves.findLast((move) => ownIds.includes(move.requestId));
  if (last?.requestId === ownId) setOwnIds([...ownIds, requestId]);
  const said = useResultFocus<HTMLParagraphElement>(last?.id ?? null);
  return (
    <section aria-label="Cash without a sale">
      <h2 className="text-title">Cash without a sale</h2>
      {last && (
        <p ref={said} role="status" tabIndex={-1} className="mt-3 font-semibold tabular-nums">
          Recorded: {tillMoveText[last.kind]}, {formatCents(last.cents)}
        </p>
      )}
      <MoveForm key={ownId} sessionId={id} requestId={ownId} answer={answer} />
    </section>
  );
}

interface MoveFormProps {
  sessionId: string;
  requestId: string;
  answer: DrawerAnswer | undefined;
}

function MoveForm({ sessionId, requestId, answer }: MoveFormProps) {
  return (
    <AnsweredForm answer={answer} onKeyDown={onlyByButton} className="mt-4 grid max-w-md gap-4">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="requestId" value={requestId} />
      <input type="hidden" name="sessionId" value={sessionId} />
      <SelectField label="Type" required {...answeredField(answer, "kind")}>
        {/* No direction by default: the opposite one would be off by twice the amount. */}
        <option value="">Choose</option>
        {tillMoveKinds.map((kind) => (
          <option key={kind} value={kind}>
            {tillMoveText[kind]}
          </option>
        ))}
      </SelectField>
      <DecimalField label="Amount ($)" required {...answeredField(answer, "amount")} />
      <TextField
        label="Why"
        required
        maxLength={500}
        autoComplete="off"
        {...answeredField(answer, "reason")}
      />
      <SubmitButton variant="secondary" className="justify-self-start">
        Record it
      </SubmitButton>
    </AnsweredForm>
  );
}
