import { Form, redirect } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { tooOftenMessage } from "#app/domain/accounts/credentials/form-answer.ts";
import { passphraseCounts } from "#app/domain/limits/rate-limits.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/backup-passphrase.ts";

type Answer = FormAnswer<"passphrase">;

const noBucket = "No backups are sent off this machine, so there is no passphrase.";
const failed = "The passphrase could not be compared. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Backup passphrase");

export function loader({ context }: Route.LoaderArgs) {
  const { health } = context.get(requestContext);
  return { hasBucket: health.provePassphrase !== null };
}

export const action = (args: Route.ActionArgs) =>
  answerForm<Answer>(
    args,
    // What was typed is never repeated.
    { failed, log: "a passphrase was not compared", besides: () => ({ values: {} }) },
    async ({ passphrase = "" }, { health, limits }) => {
      const admin = args.context.get(adminContext);
      const typed = passphrase.trim();
      const beside = { field: "passphrase", answer: { message: undefined } };
      if (!health.provePassphrase) throw new Refusal("gone", noBucket);
      if (!typed) throw new Refusal("invalid", "Please enter the passphrase.", beside);
      const wait = await limits.takeAll(passphraseCounts(admin.userId));
      if (wait !== null) {
        throw new Refusal("too often", tooOftenMessage(wait), { ...beside, wait });
      }
      if (await health.provePassphrase(admin, typed)) return redirect("/admin/health?kept");
      throw new Refusal("invalid", otherPassphrase, beside);
    },
  );

const otherPassphrase =
  "That is not the passphrase that the backups are closed with. Nothing was changed.";

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<Answer>(sent, { failed: () => ({ message: failed }) });

export default function BackupPassphrase({ loaderData, actionData: answer }: Route.ComponentProps) {
  const form = useFirstMistake(answer);
  const back = <BackLink to="/admin/health" where="to Health" />;
  return (
    <>
      <PageHeader before={back} title="Backup passphrase" />
      {!loaderData.hasBucket ? (
        <p className="mt-8">{noBucket}</p>
      ) : (
        <Form ref={form} method="post" noValidate replace className="mt-8 max-w-xl">
          <p className="text-ink-soft">
            It closes the backups in the bucket, and it is the only thing that opens them. Whoever
            set up this machine chose it. Enter it from where you keep it: on paper in a safe, or in
            a password manager. It is compared, and stored nowhere.
          </p>
          <TextField
            label="Passphrase"
            type="password"
            autoComplete="off"
            maxLength={1000}
            {...answeredField({ values: {}, errors: answer?.errors }, "passphrase")}
            required
            className="mt-5"
          />
          <SubmitButton className="mt-5">Compare</SubmitButton>
          {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
        </Form>
      )}
    </>
  );
}
