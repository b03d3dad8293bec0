import { useCompany } from "#app/domain/settings/use-company.ts";
import { getMessage } from "#app/features/inquiries/inbox/inbox.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/inbox-message.ts";
import { inboxAction } from "./inbox-action.server.ts";
import { sendInboxAction } from "./inbox-answer.ts";
import { loadInboxEntry } from "./inbox-entry.server.ts";
import { InboxEntryPage } from "./inbox-entry.tsx";
import { emailFact, sentFact } from "./inbox-facts.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Message");

export function loader({ context, params }: Route.LoaderArgs) {
  return loadInboxEntry(context, params.id, getMessage);
}

export const action = inboxAction("messages");

export const clientAction = (sent: Route.ClientActionArgs) => sendInboxAction(sent);

export default function InboxMessage({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany();
  const { entry: message, history } = loaderData;
  if (!message) return <LoadFailure message="The message could not be loaded. Please try again." />;
  return (
    <InboxEntryPage
      box="messages"
      entry={message}
      title={`Message from ${message.name}`}
      subject={`Your message to ${company.name}`}
      facts={[
        { label: "Name", value: message.name },
        emailFact(message.email),
        sentFact(message.createdAt),
      ]}
      text={{ label: "Message", value: message.message }}
      history={history}
      answer={actionData}
    />
  );
}
