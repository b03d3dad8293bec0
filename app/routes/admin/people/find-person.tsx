import { redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { addressOf, keyOf } from "#app/features/personal-data/find-person.server.ts";
import { findForm, kept, pathOfPerson } from "#app/features/personal-data/personal-data.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/find-person.ts";

const title = "A person's data";
const failed = "The person could not be looked up. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export function loader({ context, url }: Route.LoaderArgs) {
  context.get(adminContext);
  return { isErased: url.searchParams.has("erased") };
}

export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed, log: "finding a person failed" }, async (fields, { db }) => {
    const admin = args.context.get(adminContext);
    const { email } = accepted(checkForm(findForm, fields));
    const key = keyOf(email);
    if ((await addressOf(db, admin, key)) !== null) return redirect(pathOfPerson(key));
    const message = "We keep nothing of this address.";
    throw new Refusal("gone", message, { errors: { email: [message] }, status: 404 });
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(findForm, fields).refused,
  });

/** Where the owner looks up the personal data of somebody who asks. */
export default function FindPerson({
  loaderData: { isErased },
  actionData: answer,
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={title} />
      {isErased && (
        <FlashMessage
          title="Erased"
          description="We have no address of theirs any more: tell them yourself."
          parameters={["erased"]}
          className="mt-6"
        />
      )}
      <p className="mt-5 max-w-2xl">
        Somebody may ask what you keep of them, have it corrected or erased, and be answered within
        30 business days (BC's Personal Information Protection Act). Find them by their email
        address; that you looked is logged.
      </p>
      {answer?.message && !answer.errors && (
        <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />
      )}
      <AnsweredForm answer={answer} className="mt-8 grid max-w-xl gap-5">
        <TextField
          label="Their email"
          type="email"
          autoComplete="off"
          {...answeredField(answer, "email")}
          required
        />
        <div>
          <SubmitButton>Find</SubmitButton>
        </div>
      </AnsweredForm>
      <Section
        id="kept"
        title="What stays when somebody is erased"
        look="ruled"
        className="mt-12 max-w-2xl"
      >
        <ul className="mt-3 list-disc space-y-2 pl-5">
          {kept.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}
