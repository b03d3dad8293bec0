import { data, Form, redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, EmailField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { resetRequestForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import {
  type AddressRefusal,
  addClientAddress,
  askForProof,
  type ClientAddress,
  changeClientAddress,
  getClientAddress,
} from "#app/domain/accounts/credentials/client-address.server.ts";
import { invitationMs, linkMs } from "#app/domain/accounts/lifetimes.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { daysInWords, hoursInWords } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { LinksWarning } from "../../links-warning.tsx";
import type { Route } from "./+types/client-email.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Email address");

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, admin } = adminRequest(context);
  const [address, client] = await Promise.all([
    getClientAddress(db, admin, id),
    getClient(db, admin, id),
  ]);
  const done = said.find(({ parameter }) => url.searchParams.has(parameter)) ?? null;
  return data({ id, client, address, done }, { status: client ? 200 : 404 });
}

const said = [
  { parameter: "mailed", title: "A link is on its way" },
  { parameter: "changed", title: "A link is on its way to the new address" },
];

const refusals: Record<AddressRefusal, string> = {
  "no account": "This client has no login.",
  staff: "This person is on your staff. Their address can’t be changed here.",
  taken: "This email address already has an account.",
  proved: "This address is confirmed already.",
};

/** `proof`: emails a link that verifies the address. `change`: changes the address. */
export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "The change could not be saved. Please try again.",
      log: "changing a client's address failed",
      proof: requireRecentProof,
    },
    async (fields, { db, shop, adminEmail }) => {
      const { id } = args.params;
      const admin = args.context.get(adminContext);
      const { intent } = fields;
      const wanted = () => ({
        customerId: id,
        email: accepted(checkForm(resetRequestForm, fields)).email,
      });
      const rules = { shop, adminEmail };
      const refused =
        intent === "change"
          ? await changeClientAddress(db, admin, wanted(), rules)
          : intent === "add"
            ? await addClientAddress(db, admin, wanted(), rules)
            : await askForProof(db, admin, id, shop);
      if (refused) throw new Refusal(refused, refusals[refused]);
      return redirect(`/admin/clients/${id}/email?${intent === "change" ? "changed" : "mailed"}`);
    },
  );

const saidParameters = said.map(({ parameter }) => parameter);

/** A client's address, the emails it gets, and the actions for staff. */
export default function ClientEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { id, client, address, done } = loaderData;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/clients/${id}`}>The client</BackLink>}
        title="Email address"
      />
      {done && <FlashMessage title={done.title} parameters={saidParameters} className="mt-6" />}
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
      )}
      {address ? (
        <Address address={address} answer={actionData} />
      ) : client ? (
        <div className="mt-6 max-w-2xl">
          <p>
            Nobody signs in for this client, and they get no email. With an address they can order
            by themselves.
          </p>
          <NewAddress
            label="Email address"
            hint="We email a link there to choose a password."
            intent="add"
            answer={actionData}
          >
            Add and invite
          </NewAddress>
        </div>
      ) : (
        <EmptyState title="Client not found" />
      )}
    </>
  );
}

const standingWords = {
  proved: "Confirmed by the client. Emails about their orders go here.",
  vouched:
    "Entered by your staff, not confirmed by the client yet. Emails about their orders go here.",
  stranger:
    "Not confirmed by the client. Until it is, they get no email about their orders, only the link to confirm.",
};

function Address({ address, answer }: { address: ClientAddress; answer: FormAnswer | undefined }) {
  const { email, standing, hasPassword, isStaff, refused } = address;
  const isProved = standing === "proved" && hasPassword;
  return (
    <div className="mt-6 grid max-w-2xl gap-10">
      <section aria-labelledby="address">
        <h2 id="address" className="text-title wrap-anywhere">
          {email}
        </h2>
        <p className="mt-2">{standingWords[standing]}</p>
        {refused !== null && (
          <Notice
            tone="error"
            title="An email to this address could not be delivered"
            className="mt-4"
          >
            <p className="wrap-anywhere">{refused}</p>
          </Notice>
        )}
        {!isProved && <AskForProof hasPassword={hasPassword} />}
      </section>
      {!isStaff && (
        // Reset the form once the address was changed.
        <ChangeAddress key={email} isProved={standing === "proved"} answer={answer} />
      )}
    </div>
  );
}

function AskForProof({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Form method="post" className="mt-4" preventScrollReset>
      <p className="mb-4 text-ink-soft">
        {hasPassword
          ? `The link works for ${hoursInWords(linkMs)}.`
          : `They have not chosen a password yet. The link lets them choose one, and works for ${daysInWords(invitationMs)}.`}
      </p>
      <LinksWarning className="mb-4" />
      <SubmitButton intent="proof">
        {hasPassword ? "Send the confirmation again" : "Send an invitation"}
      </SubmitButton>
    </Form>
  );
}

function ChangeAddress({
  isProved,
  answer,
}: {
  isProved: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <Section id="change" title="Change the address" look="ruled">
      <NewAddress
        label="New email address"
        hint={
          isProved
            ? "We email a link there. The new address counts once the client uses it, and the old one is told."
            : "It counts at once, and we email a link there."
        }
        intent="change"
        answer={answer}
      >
        Change address
      </NewAddress>
    </Section>
  );
}

interface NewAddressProps {
  label: string;
  hint: string;
  intent: "add" | "change";
  answer: FormAnswer | undefined;
  children: string;
}

function NewAddress({ label, hint, intent, answer, children }: NewAddressProps) {
  return (
    <AnsweredForm
      answer={answer}
      replace={undefined}
      className="mt-4 grid gap-5"
      preventScrollReset={false}
    >
      <EmailField
        label={label}
        hint={hint}
        {...answeredField(answer, "email")}
        autoComplete="off"
      />
      <div>
        <SubmitButton intent={intent} variant="secondary">
          {children}
        </SubmitButton>
      </div>
    </AnsweredForm>
  );
}
