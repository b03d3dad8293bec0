import { data, Link, redirect } from "react-router";
import { PageHeader } from "#app/components/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/account-form.tsx";
import { clientContext } from "#app/features/auth/capability-contexts.server.ts";
import { type ProfileAnswer, updateFailed } from "#app/features/clients/profile-answer.ts";
import { checkProfile } from "#app/features/clients/profile-form.ts";
import { ProfileInputs } from "#app/features/clients/profile-inputs.tsx";
import { getProfile, updateProfile } from "#app/features/clients/profiles.server.ts";
import { submitProfile } from "#app/features/clients/submit-profile.ts";
import { formFields } from "#app/lib/form-fields.ts";
import { orNull } from "#app/lib/survive.ts";
import { deskMeta } from "../desk-meta.ts";
import { LoadFailure } from "../load-failure.tsx";
import type { Route } from "./+types/account.ts";
import { Saved, savedPath } from "./saved.tsx";

export const meta: Route.MetaFunction = () => deskMeta("Account");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const client = context.get(clientContext);
  const loaded = await orNull(
    getProfile(db, client).then((profile) => ({ profile })),
    log,
    "load the profile",
  );
  return data({ email: client.email, loaded }, { status: loaded ? 200 : 503 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, log } = context.get(requestContext);
  const fields = await formFields(request);
  const { profile, refused } = checkProfile(fields);
  if (refused) return data<ProfileAnswer>(refused, { status: 400 });
  try {
    await updateProfile(db, context.get(clientContext), profile);
  } catch (error) {
    log.error({ err: error }, "updating the account failed");
    return data<ProfileAnswer>({ message: updateFailed, values: fields }, { status: 503 });
  }
  return redirect(savedPath("profile"));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  // With a status that makes the router leave the page's data alone: where the line is down, asking
  // for it anew would put an error page in the place of what was typed.
  return data(await submitProfile(request, serverAction), { status: 400 });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, loaded } = loaderData;
  return (
    <>
      <PageHeader size="desk" title="Account" />
      <div className="grid-page mt-8 gap-y-12">
        <div className="col-span-12 md:col-span-7">
          <Saved />
          {loaded ? (
            <AccountForm action="/dashboard/account" answer={actionData} label="Save changes">
              <ProfileInputs email={email} profile={loaded.profile} answer={actionData} />
            </AccountForm>
          ) : (
            <LoadFailure message="Your account could not be loaded. Please try again." />
          )}
        </div>
        <aside className="col-span-12 md:col-span-4 md:col-start-9 lg:col-span-3 lg:col-start-10">
          <h2 className="border-t border-ink pt-4 text-title">Password</h2>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">
            Change it when somebody who knew it leaves. Every other device is signed out.
          </p>
          <Link
            to="/dashboard/account/password"
            className="link mt-1 inline-flex min-h-11 items-center"
          >
            Change password
          </Link>
        </aside>
      </div>
    </>
  );
}
