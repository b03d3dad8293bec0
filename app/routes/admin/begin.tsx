import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { noProof } from "#app/domain/accounts/proof/proof.ts";
import { ProofForm } from "#app/domain/accounts/proof/proof-form.tsx";
import { refusalOf, waysOf } from "#app/domain/accounts/proof/recent-proof.server.ts";
import { beginPath, sampleName } from "#app/features/sample/sample.ts";
import { sampleFacts } from "#app/features/sample/sample-acts.server.ts";
import { adminContext, adminRequest, staffAccountContext } from "#app/guards/guards.server.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/begin.ts";

const failed = "The sample could not be put away. Nothing was changed. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Begin with your own");

export const headers: Route.HeadersFunction = privateHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, admin } = adminRequest(context);
  const ways = await waysOf(db, context.get(staffAccountContext));
  return { ...ways, sample: await sampleFacts(db, settings, admin) };
}

/** Always asks for a proof of identity, as removing the sample can't be undone. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { settings, sampleEnd, log } = services;
  const account = context.get(staffAccountContext);
  const refused = await refusalOf(services, account, await readForm(request));
  if (refused) {
    const { status, message = noProof, wait } = refused;
    return data(
      { message },
      { status, headers: wait ? { "Retry-After": String(wait) } : undefined },
    );
  }
  try {
    const message = await sampleEnd?.begin(context.get(adminContext));
    if (message) return data({ message }, { status: 409 });
  } catch (error) {
    log.error({ err: error }, "the sample business could not be put away");
    return data({ message: failed }, { status: 503 });
  }
  await settings.renew();
  return redirect("/admin");
}

export default function Begin({ loaderData, actionData }: Route.ComponentProps) {
  const { sample, ...ways } = loaderData;
  if (!sample) {
    return (
      <>
        <PageHeader title="Begin with your own" />
        <p className="mt-8">This shop is your own: there is no sample business in it.</p>
        <ButtonLink to="/admin" className="mt-6">
          To the dashboard
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Begin with your own" lede={sampleName(sample)} />
      <div className="mt-8 max-w-2xl space-y-4">
        <p>
          The clients, orders, runs, lots, invoices and payments that you see are made up, so that
          you can look around. Its mails reach nobody.
        </p>
        <p>
          When you begin with your own, all of that goes. Orders count from 1001 and invoices from
          1. You stay signed in, with your password and second factor; your settings, your products
          and their images, and the zones that you added stay too. A backup of the sample is kept.
        </p>
        <p className="text-ink-soft">
          {sample.isUsed
            ? "Somebody has worked in the sample, so it stays as it is until then."
            : "As long as nobody works in it, each start on another day makes it anew."}
        </p>
      </div>
      <h2 className="mt-10 border-t border-ink pt-6 text-title">Please confirm that it is you</h2>
      <ProofForm
        {...ways}
        submitLabel="Begin with your own"
        action={beginPath}
        fields={[]}
        message={actionData?.message}
        back="/admin"
      />
    </>
  );
}
