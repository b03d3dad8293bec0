import { data, Form, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { answeredField, TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { tooOftenMessage } from "#app/features/auth/credentials/form-answer.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { passphraseCounts } from "#app/features/limits/limits.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields } from "#app/lib/form/submitted-form.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/backup-passphrase.ts";

type Answer = FormAnswer<"passphrase">;

const noBucket = "No backups are sent off this machine, so there is no passphrase.";
const failed = "The passphrase could not be compared. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Passphrase of the backups");

export function loader({ context }: Route.LoaderArgs) {
  const { health } = context.get(requestContext);
  return { hasBucket: health.provePassphrase !== null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { health, limits, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const { passphrase: typed = "" } = await formFields(request);
  const refuse = (message: string, status: number) =>
    data<Answer>({ errors: { passphrase: [message] } }, { status });
  if (!health.provePassphrase) return data<Answer>({ message: noBucket }, { status: 404 });
  if (!typed.trim()) return refuse("Please enter the passphrase.", 400);
  try {
    const wait = await limits.takeAll(passphraseCounts(admin.userId));
    if (wait !== null) return refuse(tooOftenMessage(wait), 429);
    if (!(await health.provePassphrase(admin, typed.trim()))) {
      return refuse(
        "That is not the passphrase that the backups are closed with. Nothing was changed.",
        400,
      );
    }
  } catch (error) {
    log.error({ err: error }, "a passphrase was not compared");
    return data<Answer>({ message: failed }, { status: 503 });
  }
  return redirect("/admin/health?kept");
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendForm<Answer>({ request, serverAction, unreached: { message: failed } });
}

/** Where the owner shows that they keep the passphrase of the backups somewhere else than here. */
export default function BackupPassphrase({ loaderData, actionData: answer }: Route.ComponentProps) {
  const form = useFirstMistake(answer);
  const { formMethod } = useNavigation();
  const back = (
    <BackLink to="/admin/health">
      Back<span className="sr-only"> to Health</span>
    </BackLink>
  );
  return (
    <>
      <PageHeader size="compact" before={back} title="Passphrase of the backups" />
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
          <Button type="submit" pending={formMethod === "POST"} className="mt-5">
            Compare
          </Button>
          {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
        </Form>
      )}
    </>
  );
}
