import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import {
  type NewClientAnswer,
  newClientForm,
  newClientTyping,
  recordFailed,
} from "#app/features/clients/client-record.ts";
import { NewClientForm } from "#app/features/clients/client-record-form.tsx";
import { createClient } from "#app/features/clients/client-records.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useFrameFacts } from "../../use-frame-facts.ts";
import type { Route } from "./+types/new-client.ts";

const title = "New client";

export const meta = (args: MetaPlace) => signedInMeta(args, title);

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "clients", "sell");
  const { zones } = await context.get(requestContext).deliveryRules.get();
  return data({ rules: { zones } });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<NewClientAnswer>(
    args,
    { failed: recordFailed, log: "adding a client failed" },
    async (fields, { db, shop }) => {
      const staff = staffWith(args.context, "clients", "sell");
      const wanted = accepted(checkForm(newClientForm, fields));
      return redirect(`/admin/clients/${await createClient(db, staff, wanted, shop)}?added`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<NewClientAnswer>(sent, {
    failed: recordFailed,
    loadCheck: async () => (fields) => checkForm(newClientForm, fields).refused,
  });

export default function NewClient({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader before={<BackLink to="/admin/clients">Clients</BackLink>} title={title} />
      <NewClientForm
        rules={loaderData.rules}
        answer={actionData}
        keptAs={newClientTyping(useFrameFacts()?.email)}
      />
    </>
  );
}
