import { randomUUID } from "node:crypto";
import { useState } from "react";
import { redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { newTillForm } from "#app/domain/door/till/till-forms.ts";
import { addTill } from "#app/domain/door/till/tills.server.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-till.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Add a till");

export const loader = () => ({ requestId: randomUUID() });

const failed = "The till could not be added. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed, log: "adding a till failed" }, async (fields, { db }) => {
    await addTill(db, args.context.get(adminContext), accepted(checkForm(newTillForm, fields)));
    return redirect("/admin/counter");
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(newTillForm, fields).refused,
  });

export default function NewTill({ loaderData, actionData: answer }: Route.ComponentProps) {
  const [ownId] = useState(loaderData.requestId);
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/counter">Counter</BackLink>}
        title="Add a till"
      />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <AnsweredForm answer={answer} preventScrollReset={false} className="mt-6 grid max-w-md gap-5">
        <input type="hidden" name="requestId" value={ownId} />
        <TextField
          label="Name"
          hint="Where the drawer stands, for example “By the window”."
          required
          maxLength={60}
          autoComplete="off"
          {...answeredField(answer, "name")}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Add the till</SubmitButton>
          <ButtonLink to="/admin/counter" variant="secondary">
            Not now
          </ButtonLink>
        </div>
      </AnsweredForm>
    </>
  );
}
