import { redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { lotFailed } from "#app/domain/lots/lot-form.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-lot.ts";
import { saveLot } from "./lot-action.server.ts";
import { LotForm, sendLot } from "./lot-form.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Add a lot");

export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed: lotFailed, log: "storing a lot failed" }, async (fields, { db }) => {
    const id = await saveLot(db, staffWith(args.context, "pack"), null, fields);
    return redirect(`/admin/lots/${id}?added`);
  });

export const clientAction = (sent: Route.ClientActionArgs) => sendLot(sent);

const empty = {};

export default function NewLot({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/lots" where="to the lots" />}
        title="Add a lot"
      />
      <LotForm
        values={empty}
        answer={actionData}
        isPacked={false}
        names={[]}
        cancelTo="/admin/lots"
      />
    </>
  );
}
