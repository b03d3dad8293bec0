import { data, Form, Link, redirect } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { UnsavedInput } from "#app/components/form/unsaved-input.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { may } from "#app/features/auth/capability.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import { isEmailConfirmed } from "#app/features/auth/credentials/confirmation.server.ts";
import { tooOftenMessage } from "#app/features/auth/credentials/form-answer.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { ProfileRefusedError, profileForm } from "#app/features/clients/profile.ts";
import { ProfileInputs } from "#app/features/clients/profile-inputs.tsx";
import { getProfile, updateProfile } from "#app/features/clients/profiles.server.ts";
import {
  onlyOwner,
  type ProfileAnswer,
  submitProfile,
  updateFailed,
} from "#app/features/clients/submit-profile.ts";
import { ownReminders } from "#app/features/delivery/reminders/opt-out.server.ts";
import { isSetUp } from "#app/features/delivery/rules.ts";
import { profileCounts } from "#app/features/limits/limits.ts";
import { accountForOrderPath, placeOrderPath } from "#app/features/orders/placing/order-form.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "../load-failure.tsx";
import { privateHeaders, signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/account.ts";
import { profileTyping, Saved, savedPath } from "./saved.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Account");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = privateHeaders;

/** Whether an order is to be gone on with once the account is saved (`accountForOrderPath`). */
const isForOrder = (url: URL) => url.searchParams.has("order");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, deliveryRules } = context.get(requestContext);
  const client = context.get(clientContext);
  const loaded = await orNull(
    Promise.all([
      getProfile(db, client),
      isEmailConfirmed(db, client),
      ownReminders(db, client),
      deliveryRules.get(),
    ]).then(([profile, isConfirmed, wantsReminders, rules]) => ({
      profile,
      isConfirmed,
      // A shop without delivery days has no cut-offs to remind of.
      wantsReminders: isSetUp(rules) && may(client, "edit details") ? wantsReminders : null,
    })),
    log,
    "load the profile",
  );
  const forOrder = isForOrder(url);
  return data({ email: client.email, loaded, forOrder }, { status: loaded ? 200 : 503 });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, log, limits } = context.get(requestContext);
  const client = context.get(clientContext);
  const fields = await formFields(request);
  const { data: profile, refused } = checkForm(profileForm, fields);
  if (refused) return data<ProfileAnswer>(refused, { status: 400 });
  try {
    const wait = await limits.takeAll(profileCounts(client.userId));
    if (wait !== null) {
      const headers = { "Retry-After": String(wait) };
      const answer = { message: tooOftenMessage(wait), values: fields };
      return data<ProfileAnswer>(answer, { status: 429, headers });
    }
    await updateProfile(db, client, profile);
  } catch (error) {
    if (error instanceof ProfileRefusedError) {
      return data<ProfileAnswer>({ message: onlyOwner, values: fields }, { status: 403 });
    }
    log.error({ err: error }, "updating the account failed");
    return data<ProfileAnswer>({ message: updateFailed, values: fields }, { status: 503 });
  }
  return redirect(isForOrder(url) ? savedPath("profile", placeOrderPath) : savedPath("profile"));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  // The error status stops the router from revalidating, which would fail offline and replace the
  // input with an error page.
  return data(await submitProfile(request, serverAction), { status: 400 });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, loaded, forOrder } = loaderData;
  return (
    <>
      <PageHeader
        size="compact"
        title="Account"
        before={forOrder && <BackLink to={placeOrderPath}>Your order</BackLink>}
      />
      <div className="grid-page mt-8 gap-y-12">
        <div className="col-span-12 md:col-span-7">
          <Saved email={email} />
          {loaded?.isConfirmed === false && <Unconfirmed email={email} />}
          {loaded ? (
            <AccountForm
              action={forOrder ? accountForOrderPath : "/dashboard/account"}
              answer={actionData}
              label={forOrder ? "Save and go on with the order" : "Save changes"}
            >
              <UnsavedInput name={profileTyping(email)} />
              <ProfileInputs email={email} profile={loaded.profile} answer={actionData} />
            </AccountForm>
          ) : (
            <LoadFailure message="Your account could not be loaded. Please try again." />
          )}
        </div>
        <aside className="col-span-12 md:col-span-4 md:col-start-9 lg:col-span-3 lg:col-start-10">
          <h2 className="border-t border-ink pt-4 text-title">Password</h2>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">
            Change it when someone who knew it leaves. You will be signed out on every other device.
          </p>
          <Link
            to="/dashboard/account/password"
            className="link mt-1 inline-flex min-h-11 items-center"
          >
            Change password
          </Link>
          {typeof loaded?.wantsReminders === "boolean" && (
            <Reminders wants={loaded.wantsReminders} />
          )}
        </aside>
      </div>
    </>
  );
}

/** Whether we remind the customer of their usual cut-off, and the way to change it. */
function Reminders({ wants }: { wants: boolean }) {
  return (
    <>
      <h2 className="mt-10 border-t border-ink pt-4 text-title">Reminders</h2>
      <p className="mt-2 text-[0.9375rem] text-ink-soft">
        {wants
          ? "On the morning of your usual cut-off we e-mail you if we don't have your order yet."
          : "We don't remind you to order before your usual cut-off."}
      </p>
      <Form method="post" action="/dashboard/account/reminders" className="mt-3">
        <Button type="submit" name="intent" value={wants ? "stop" : "resume"} variant="secondary">
          {wants ? "Stop reminders" : "Remind me"}
        </Button>
      </Form>
    </>
  );
}

function Unconfirmed({ email }: { email: string }) {
  return (
    <Notice
      title={`${email} is not confirmed yet`}
      className="mb-8 break-words"
      action={
        <Link
          to="/dashboard/account/confirm-email"
          className={buttonClass({ variant: "secondary" })}
        >
          Confirm your e-mail address
        </Link>
      }
    >
      <p>We will e-mail you about your orders once we know that the address is yours.</p>
    </Notice>
  );
}
