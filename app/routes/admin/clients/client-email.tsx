import { data, Form, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { answeredField, EmailField, useFirstMistake } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { resetRequestForm } from "#app/features/auth/credentials/auth-forms.ts";
import {
  type AddressRefusal,
  askForProof,
  type ClientAddress,
  changeClientAddress,
  getClientAddress,
} from "#app/features/auth/credentials/client-address.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { invitationMs, linkMs } from "#app/features/auth/lifetimes.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type FormAnswer, formFields } from "#app/lib/form/submitted-form.ts";
import { daysInWords, hoursInWords } from "#app/lib/in-words.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { LinksWarning } from "../links-warning.tsx";
import type { Route } from "./+types/client-email.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Email address");

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const address = await getClientAddress(db, context.get(adminContext), id);
  const done = said.find(({ parameter }) => url.searchParams.has(parameter)) ?? null;
  return data({ id, address, done }, { status: address ? 200 : 404 });
}

/** What was done, by the address that says so. */
const said = [
  { parameter: "mailed", title: "A link is on its way" },
  { parameter: "changed", title: "A link is on its way to the new address" },
];

const refusals: Record<AddressRefusal, string> = {
  "no account": "Nobody signs in for this client.",
  staff: "This person is on your staff. Their address can’t be changed here.",
  taken: "This email address already has an account.",
  proved: "This address is confirmed already.",
};

/** `proof`: mails what proves the address. `change`: another address. */
export async function action({ request, context, url, params: { id } }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url });
  const { db, log, shop, adminEmail } = context.get(requestContext);
  const admin = context.get(adminContext);
  const fields = await formFields(request);
  const isChange = fields.intent === "change";
  const refusal = (answer: FormAnswer, status: number) => data<FormAnswer>(answer, { status });
  const form = checkForm(resetRequestForm, fields);
  if (isChange && form.refused) return refusal(form.refused, 400);
  const email = form.data?.email ?? "";
  try {
    const refused = isChange
      ? await changeClientAddress(db, admin, { customerId: id, email }, { shop, adminEmail })
      : await askForProof(db, admin, id, shop);
    if (refused) {
      return refusal({ message: refusals[refused], values: isChange ? { email } : {} }, 409);
    }
  } catch (error) {
    log.error({ err: error }, "changing a client's address failed");
    const message = "The change could not be saved. Please try again.";
    return refusal({ message, values: isChange ? { email } : {} }, 503);
  }
  return redirect(`/admin/clients/${id}/email?${isChange ? "changed" : "mailed"}`);
}

const saidParameters = said.map(({ parameter }) => parameter);

/** What a client's address is, what it gets, and what staff can do about it. */
export default function ClientEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { id, address, done } = loaderData;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={`/admin/clients/${id}`}>The client</BackLink>}
        title="Email address"
      />
      {done && <SaidOnce title={done.title} parameters={saidParameters} className="mt-6" />}
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
      )}
      {address ? (
        <Address address={address} answer={actionData} />
      ) : (
        <EmptyState title="Nobody signs in for this client">
          <p>
            They have no email address here, so they get no email. Import them with an address, or
            ask them to open an account.
          </p>
        </EmptyState>
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
          <Notice tone="error" title="An email to this address was refused" className="mt-4">
            <p className="wrap-anywhere">{refused}</p>
          </Notice>
        )}
        {!isProved && <AskForProof hasPassword={hasPassword} />}
      </section>
      {!isStaff && (
        // A new form once the address was changed.
        <ChangeAddress key={email} isProved={standing === "proved"} answer={answer} />
      )}
    </div>
  );
}

function AskForProof({ hasPassword }: { hasPassword: boolean }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" className="mt-4" preventScrollReset>
      <p className="mb-4 text-ink-soft">
        {hasPassword
          ? `The link works for ${hoursInWords(linkMs)}.`
          : `They have not chosen a password yet. The link lets them choose one, and works for ${daysInWords(invitationMs)}.`}
      </p>
      <LinksWarning className="mb-4" />
      <Button
        type="submit"
        name="intent"
        value="proof"
        pending={formData?.get("intent") === "proof"}
      >
        {hasPassword ? "Send the confirmation again" : "Send an invitation"}
      </Button>
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
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formData } = useNavigation();
  return (
    <section aria-labelledby="change">
      <h2 id="change" className="border-t border-ink pt-3 text-title">
        Change the address
      </h2>
      <Form ref={form} method="post" noValidate={noValidate} className="mt-4 grid gap-5">
        <EmailField
          label="New email address"
          hint={
            isProved
              ? "We email a link there. The new address counts once the client uses it, and the old one is told."
              : "It counts at once, and we email a link there."
          }
          {...answeredField(answer, "email")}
          autoComplete="off"
        />
        <div>
          <Button
            type="submit"
            name="intent"
            value="change"
            variant="secondary"
            pending={formData?.get("intent") === "change"}
          >
            Change address
          </Button>
        </div>
      </Form>
    </section>
  );
}
