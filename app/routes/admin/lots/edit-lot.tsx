import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { getLot } from "#app/features/lots/lot-details.server.ts";
import { lotValues } from "#app/features/lots/lot-form.ts";
import { listLots } from "#app/features/lots/lots.server.ts";
import { lotName } from "#app/features/lots/lots.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/edit-lot.ts";
import { saveLot } from "./lot-action.server.ts";
import { LotForm, sendLot } from "./lot-form.tsx";
import { NoLot } from "./no-lot.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.lot ? `Edit lot ${args.loaderData.lot.code}` : "Lot not found",
  );

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [found, known] = await Promise.all([
    orNull(
      getLot(db, staff, params.id).then((lot) => ({ lot })),
      log,
      "load a lot",
    ),
    orNull(listLots(db, staff, { limit: 100 }), log, "list lots"),
  ]);
  const lot = found?.lot ?? null;
  const isMissing = found?.lot === null;
  const names = known?.rows.filter(({ id }) => id !== lot?.id).map(lotName) ?? [];
  if (!lot) return data({ lot, isMissing, names }, { status: isMissing ? 404 : 503 });
  return { lot, isMissing, names };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const fields = await formFields(request);
  const outcome = await saveLot(
    context.get(requestContext),
    staffWith(context, "pack"),
    params.id,
    fields,
  );
  if (outcome.refused) return data(outcome.refused, { status: outcome.status });
  return redirect(`/admin/lots/${outcome.id}?saved`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  // The error status stops the router from revalidating, which would fail offline and replace the
  // input with an error page.
  return data(await sendLot(request, serverAction), { status: 400 });
}

export default function EditLot({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, isMissing, names } = loaderData;
  if (!lot) return <NoLot isMissing={isMissing} />;
  const address = `/admin/lots/${lot.id}`;
  return (
    <>
      <PageHeader
        size="compact"
        before={
          <BackLink to={address}>
            Back<span className="sr-only"> to the lot</span>
          </BackLink>
        }
        title={<span className="break-words">Edit lot {lot.code}</span>}
      />
      <LotForm
        values={lotValues(lot)}
        answer={actionData}
        isPacked={lot.isPacked}
        names={names}
        cancelTo={address}
      />
    </>
  );
}
