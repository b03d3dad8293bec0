import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import {
  contactsOf,
  removeContact,
  saveContact,
} from "#app/domain/customers/contacts/contacts.server.ts";
import { statementsLabel } from "#app/domain/customers/terms/client-terms.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { contactFailed, removeContactField } from "#app/features/clients/client-record.ts";
import { getClientTerms } from "#app/features/clients/client-terms.server.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import {
  aboutContact,
  type ContactAnswer,
  Contacts,
  contactIn,
  contactSending,
} from "#app/features/clients/contacts.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { clientName } from "../client-detail.tsx";
import type { Route } from "./+types/client-contacts.ts";

const title = "Contacts";

export const meta = (args: MetaPlace) => signedInMeta(args, title);

const said = { saved: "Contact saved", removed: "Contact removed" };
const saidParameters = Object.keys(said) as (keyof typeof said)[];

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, staff } = staffRequest(context, "clients", "sell");
  const [client, contacts, terms] = await Promise.all([
    getClient(db, staff, id),
    contactsOf(db, staff, id),
    getClientTerms(db, staff, id),
  ]);
  const mailsStatements = terms?.wantsStatements ?? false;
  const done = saidParameters.find((one) => url.searchParams.has(one));
  return data({ client, contacts, mailsStatements, done }, { status: client ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ContactAnswer>(
    args,
    { failed: contactFailed, log: "changing a client's contacts failed", besides: aboutContact },
    async (fields, { db }) => {
      const { id } = args.params;
      const staff = staffWith(args.context, "clients", "sell");
      const removed = fields[removeContactField];
      if (removed) await removeContact(db, staff, id, removed);
      else await saveContact(db, staff, id, contactIn(fields));
      return redirect(`/admin/clients/${id}/contacts?${removed ? "removed" : "saved"}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ContactAnswer>(sent, contactSending);

export default function ClientContacts({
  loaderData: { client, contacts, mailsStatements, done },
  actionData,
  params: { id },
}: Route.ComponentProps) {
  if (!client) return <EmptyState title="Client not found" />;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/clients/${id}`}>{clientName(client)}</BackLink>}
        title={title}
      />
      {done && <FlashMessage title={said[done]} parameters={saidParameters} className="mt-6" />}
      <p className="mt-5 max-w-2xl">
        They get {client.email ? `copies of the emails that go to ${client.email}` : "the emails"}.
        Nobody signs in with them.
      </p>
      <Contacts contacts={contacts} answer={actionData}>
        {!mailsStatements && contacts.some(({ gets }) => gets.includes("statements")) && (
          <Notice title="No statements are mailed to this client" className="mt-6 max-w-2xl">
            <p>
              Turn on “{statementsLabel}” under{" "}
              <TextLink to={`/admin/clients/${id}#terms`}>Terms</TextLink>.
            </p>
          </Notice>
        )}
      </Contacts>
    </>
  );
}
