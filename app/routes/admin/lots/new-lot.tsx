import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { listLots } from "#app/features/lots/lots.server.ts";
import { lotName } from "#app/features/lots/lots.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-lot.ts";
import { saveLot } from "./lot-action.server.ts";
import { LotForm, sendLot } from "./lot-form.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Add a lot");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  // Without them a lot can still be typed.
  const known = await orNull(
    listLots(db, staffWith(context, "pack"), { limit: 100 }),
    log,
    "list lots",
  );
  return { names: known?.rows.map(lotName) ?? [] };
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields(request);
  const outcome = await saveLot(
    context.get(requestContext),
    staffWith(context, "pack"),
    null,
    fields,
  );
  if (outcome.refused) return data(outcome.refused, { status: outcome.status });
  return redirect(`/admin/lots/${outcome.id}?added`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  // The error status stops the router from revalidating, which would fail offline and replace the
  // input with an error page.
  return data(await sendLot(request, serverAction), { status: 400 });
}

const empty = {};

export default function NewLot({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        before={
          <BackLink to="/admin/lots">
            Back<span className="sr-only"> to the lots</span>
          </BackLink>
        }
        title="Add a lot"
      />
      <LotForm
        values={empty}
        answer={actionData}
        isPacked={false}
        names={loaderData.names}
        cancelTo="/admin/lots"
      />
    </>
  );
}
