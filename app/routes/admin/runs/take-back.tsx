import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { cashUpOf, takeBackCashUp } from "#app/domain/door/cash-up.server.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/take-back.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Take the cash-up back");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const cashUp = await cashUpOf(db, context.get(adminContext), params.id);
  return data({ cashUp }, { status: cashUp ? 200 : 404 });
}

const failed = "The cash-up could not be taken back. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "taking a cash-up back failed", facts: () => ({ runId: args.params.id }) },
    async ({ cashUp = "", why = "" }, { db }) => {
      const { id } = args.params;
      await takeBackCashUp(db, args.context.get(adminContext), id, { id: cashUp, why });
      return redirect(`/admin/runs/${id}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendForm(sent, { failed });

export default function TakeBackCashUp({
  params,
  loaderData,
  actionData: answer,
}: Route.ComponentProps) {
  const { cashUp } = loaderData;
  const back = `/admin/runs/${params.id}`;
  if (!cashUp) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is no cash-up to take back"
        action={
          <ButtonLink to={back} variant="secondary">
            See the run
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>Back to the run</BackLink>}
        title="Take the cash-up back"
      />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <p className="mt-6 max-w-xl">
        What was counted is kept, and the run can be cashed up again. Payments stay booked.
      </p>
      <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
        <input type="hidden" name="cashUp" value={cashUp.id} />
        <TextField
          label="Reason"
          required
          maxLength={500}
          autoComplete="off"
          {...answeredField(answer, "why")}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Take it back</SubmitButton>
          <ButtonLink to={back} variant="secondary">
            Keep it
          </ButtonLink>
        </div>
      </AnsweredForm>
    </>
  );
}
