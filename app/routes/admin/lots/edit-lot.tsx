import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { lotFailed, lotValues } from "#app/domain/lots/lot-form.ts";
import { sourcesOfLot } from "#app/domain/lots/lot-source.server.ts";
import { listLots } from "#app/domain/lots/lots.server.ts";
import { lotOption } from "#app/domain/lots/lots.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
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
    lookUp(getLot(db, staff, params.id), log, "load a lot"),
    orNull(listLots(db, staff, { limit: 100 }), log, "list lots"),
  ]);
  const { value: lot, isMissing, status } = found;
  const names = known?.rows.filter(({ id }) => id !== lot?.id).map(lotOption) ?? [];
  if (!lot) return data({ lot, isMissing, names, sources: [] }, { status });
  return { lot, isMissing, names, sources: await sourcesOfLot(db, lot.id) };
}

export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed: lotFailed, log: "storing a lot failed" }, async (fields, { db }) => {
    const id = await saveLot(db, staffWith(args.context, "pack"), args.params.id, fields);
    return redirect(`/admin/lots/${id}?saved`);
  });

export const clientAction = (sent: Route.ClientActionArgs) => sendLot(sent);

export default function EditLot({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, isMissing, names, sources } = loaderData;
  if (!lot) return <NoLot isMissing={isMissing} />;
  const address = `/admin/lots/${lot.id}`;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={address} where="to the lot" />}
        title={<span className="break-words">Edit lot {lot.code}</span>}
      />
      <LotForm
        values={lotValues(lot)}
        answer={actionData}
        isPacked={lot.isPacked}
        sources={sources}
        names={names}
        cancelTo={address}
      />
    </>
  );
}
