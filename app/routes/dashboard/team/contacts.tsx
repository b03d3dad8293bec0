import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  ownContacts,
  removeOwnContact,
  saveOwnContact,
} from "#app/domain/customers/contacts/contacts.server.ts";
import { profileCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import { contactFailed, removeContactField } from "#app/features/clients/client-record.ts";
import {
  aboutContact,
  type ContactAnswer,
  Contacts,
  contactIn,
  contactSending,
} from "#app/features/clients/contacts.tsx";
import { clientContext } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/contacts.ts";

const title = "Your contacts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export const headers: Route.HeadersFunction = privateHeaders;

const said = { saved: "Contact saved", removed: "Contact removed" };
const saidParameters = Object.keys(said) as (keyof typeof said)[];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const contacts = await ownContacts(db, context.get(clientContext));
  return data({ contacts, done: saidParameters.find((one) => url.searchParams.has(one)) });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ContactAnswer>(
    args,
    { failed: contactFailed, log: "changing own contacts failed", besides: aboutContact },
    async (fields, { db, limits }) => {
      const client = args.context.get(clientContext);
      await refuseTooMany(limits, profileCounts(client.userId), "changes");
      const removed = fields[removeContactField];
      if (removed) await removeOwnContact(db, client, removed);
      else await saveOwnContact(db, client, contactIn(fields));
      return redirect(`/dashboard/contacts?${removed ? "removed" : "saved"}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ContactAnswer>(sent, contactSending);

export default function OwnContacts({
  loaderData: { contacts, done },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        before={<BackLink to="/dashboard/account">Your account</BackLink>}
        title={title}
      />
      {done && <FlashMessage title={said[done]} parameters={saidParameters} className="mt-6" />}
      {contacts ? (
        <>
          <p className="mt-5 max-w-2xl">
            A bookkeeper or a kitchen that gets copies of our emails. Nobody signs in with these
            addresses: for that, invite them to your team.
          </p>
          <Contacts contacts={contacts} answer={actionData} />
        </>
      ) : (
        <EmptyState title="Only the owner of the account changes its contacts" />
      )}
    </>
  );
}
