import { data, Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { setReminders } from "#app/domain/customers/save-customers.server.ts";
import { wantsReminders } from "#app/features/order-reminders/opt-out.server.ts";
import { stopLinkMs } from "#app/features/order-reminders/reminder-times.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/order-reminders.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Reminders", "Stop or resume reminders to order before the cut-off.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

/** GET changes nothing: mail programs fetch links to scan them. The button does. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, reminderLinks } = context.get(requestContext);
  const token = tokenOf(url);
  const customerId = reminderLinks.customerOf(token);
  const wants = customerId && (await wantsReminders(db, customerId));
  return data({ token, wants: wants ?? null }, { status: typeof wants === "boolean" ? 200 : 410 });
}

/** Stops reminders, or resumes them for who has changed their mind. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, reminderLinks, log } = context.get(requestContext);
  const customerId = reminderLinks.customerOf(tokenOf(url));
  if (!customerId) return data({ isChanged: false }, { status: 410 });
  const { intent } = await formFields(request);
  try {
    await setReminders(db, customerId, intent === "resume");
    return data({ isChanged: true });
  } catch (error) {
    log.error({ err: error }, "changing reminders failed");
    return data({ isChanged: false }, { status: 503 });
  }
}

export default function OrderReminders({ loaderData, actionData }: Route.ComponentProps) {
  const { token, wants } = loaderData;
  if (wants === null || wants === "") {
    return (
      <AccountPage title="Reminders">
        <Notice tone="error" title="This link no longer works">
          It is more than {daysInWords(stopLinkMs)} old, or part of it is missing. You can stop
          reminders in your account, or with the link of a newer email.
        </Notice>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={wants ? "Stop reminders?" : "No more reminders"}
      lede={
        wants
          ? "On the morning of your usual cut-off we write if we don't have your order yet."
          : "We no longer remind you to order. Emails about your orders still come."
      }
    >
      {actionData?.isChanged === false && (
        <Notice
          tone="error"
          title="The change could not be saved. Please try again."
          className="mb-6"
        />
      )}
      <Form method="post" action={`/order-reminders?${new URLSearchParams({ token })}`}>
        <Button
          type="submit"
          name="intent"
          value={wants ? "stop" : "resume"}
          variant={wants ? "primary" : "secondary"}
        >
          {wants ? "Stop reminders" : "Remind me again"}
        </Button>
      </Form>
    </AccountPage>
  );
}
