import { useCompany } from "#app/domain/settings/use-company.ts";
import { getInquiry } from "#app/features/inquiries/inbox/inbox.server.ts";
import { businessTypes, deliveryChoices } from "#app/features/inquiries/inquiry.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/inbox-inquiry.ts";
import { inboxAction } from "./inbox-action.server.ts";
import { sendInboxAction } from "./inbox-answer.ts";
import { loadInboxEntry } from "./inbox-entry.server.ts";
import { InboxEntryPage } from "./inbox-entry.tsx";
import { emailFact, phoneFact, sentFact } from "./inbox-facts.tsx";
import { Invitation } from "./invitation.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Inquiry");

export function loader({ context, params }: Route.LoaderArgs) {
  return loadInboxEntry(context, params.id, getInquiry);
}

export const action = inboxAction("inquiries");

export const clientAction = (sent: Route.ClientActionArgs) => sendInboxAction(sent);

export default function InboxInquiry({ loaderData, actionData }: Route.ComponentProps) {
  const { entry: inquiry, history } = loaderData;
  const { name } = useCompany();
  if (!inquiry) return <LoadFailure message="The inquiry could not be loaded. Please try again." />;
  const { company, contact, email, phone, businessType, weeklyVolume, delivery } = inquiry;
  return (
    <InboxEntryPage
      box="inquiries"
      entry={inquiry}
      title={`Inquiry from ${company}`}
      subject={`Your wholesale inquiry to ${name}`}
      facts={[
        { label: "Company", value: company },
        { label: "Contact", value: contact },
        emailFact(email),
        phoneFact(phone),
        { label: "Business type", value: businessTypes[businessType] },
        { label: "Weekly volume", value: weeklyVolume || "Not provided" },
        { label: "Delivery or pickup", value: deliveryChoices[delivery] },
        sentFact(inquiry.createdAt),
      ]}
      text={{ label: "Notes", value: inquiry.notes }}
      history={history}
      answer={actionData}
    >
      <Invitation {...inquiry} />
    </InboxEntryPage>
  );
}
