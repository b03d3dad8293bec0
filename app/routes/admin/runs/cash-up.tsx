import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { cashUpOf, confirmCashUp } from "#app/domain/door/cash-up.server.ts";
import { cashUpForm, seenSums } from "#app/domain/door/cash-up.ts";
import { doorMethodText, sumByMethod } from "#app/domain/door/door-receipt.ts";
import { ReceiptLine } from "#app/features/runs/receipt-line.tsx";
import { runInWords } from "#app/features/runs/run.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { type DoorMethod, doorMethods } from "#db/schema/values/door.ts";
import type { Route } from "./+types/cash-up.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Cash up");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "deliver", "sell");
  const [run, cashUp] = await Promise.all([
    getRun(db, staff, params.id),
    cashUpOf(db, staff, params.id),
  ]);
  const facts = { run, isDone: cashUp !== null, requestId: randomUUID() };
  return data(facts, { status: run ? 200 : 404 });
}

const failed = "The run could not be cashed up. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "cashing a run up failed", facts: () => ({ runId: args.params.id }) },
    async (fields, { db }) => {
      const { id } = args.params;
      const typed = accepted(checkForm(cashUpForm, fields));
      await confirmCashUp(db, staffWith(args.context, "sell"), id, typed);
      return redirect(`/admin/runs/${id}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(cashUpForm, fields).refused,
    looksAgain: () => true,
  });

const countedLabel: Record<DoorMethod, string> = {
  cash: "Cash counted ($)",
  cheque: "Cheques in all ($)",
  terminal: "Terminal slips in all ($)",
};

/** Form for a driver's returned cash, counted and compared with what was taken. */
export default function CashUpPage({
  params,
  loaderData,
  actionData: answer,
}: Route.ComponentProps) {
  const { run, isDone, requestId } = loaderData;
  // Stable across reloads of the page's data, so that submitting twice stores one.
  const [ownId] = useState(requestId);
  const back = `/admin/runs/${params.id}`;
  if (!run || (isDone && !answer?.message)) {
    return (
      <EmptyState
        titleAs="h1"
        title={run ? "This run is cashed up" : "There is no such run"}
        action={
          <ButtonLink to={run ? back : "/admin/runs"} variant="secondary">
            {run ? "See the run" : "All runs"}
          </ButtonLink>
        }
      />
    );
  }
  const taken = sumByMethod(run.receipts);
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>{runInWords(run)}</BackLink>}
        title="Cash up"
      />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      {run.receipts.length === 0 ? (
        <p className="mt-6">
          Nothing was taken on this run, as far as the driver’s phone has told.
        </p>
      ) : (
        <ul aria-label="Payments" className="mt-6 max-w-2xl border-t border-ink">
          {run.receipts.map((one) => (
            <li key={one.requestId} className="border-b border-rule py-3 tabular-nums">
              {run.stops.find(({ id }) => id === one.stopId)?.name ?? one.offRunOf}
              <span className="block">
                <ReceiptLine receipt={one} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <AnsweredForm answer={answer} className="mt-8 grid max-w-md gap-5">
        <input type="hidden" name="requestId" value={ownId} />
        <input type="hidden" name="seen" value={seenSums(taken)} />
        {doorMethods.map((method) => (
          <DecimalField
            key={method}
            label={countedLabel[method]}
            required
            hint={`${formatCents(taken[method])} taken ${doorMethodText[method].by}`}
            {...field(method)}
            defaultValue={answer?.values?.[method] ?? (taken[method] === 0 ? "0" : "")}
          />
        ))}
        <TextField
          label="Reason for the difference"
          hint="Required if what you count isn’t what was taken. Counting changes no client’s account."
          maxLength={500}
          autoComplete="off"
          {...field("reason")}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Confirm cash-up</SubmitButton>
          <ButtonLink to={back} variant="secondary">
            Not yet
          </ButtonLink>
        </div>
      </AnsweredForm>
    </>
  );
}
