import { data, Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { wantsMails } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import {
  choiceWords,
  kindAt,
  type MailKind,
  stopLinkMs,
} from "#app/domain/customers/mail-choices/mail-kinds.ts";
import { setMailChoice } from "#app/domain/customers/save-customers.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/mail-choice.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, choiceWords[kindOf(args.location)].title, "Stop or resume these emails.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

/** The route's paths are the kinds' names (`routes.ts`). */
function kindOf({ pathname }: { pathname: string }): MailKind {
  return kindAt(pathname.slice(1).replace(/\.data$/, "")) ?? "order-reminders";
}

/** Changes nothing, as mail programs fetch links to scan them; the button submits the change. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, stopLinks } = context.get(requestContext);
  const token = tokenOf(url);
  const kind = kindOf(url);
  const customerId = stopLinks.customerOf(kind, token);
  const wants = customerId ? await wantsMails(db, customerId, kind) : null;
  return data({ token, kind, wants }, { status: wants === null ? 410 : 200 });
}

/** Stops emails of the kind, or resumes them for people who have changed their mind. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, stopLinks, log } = context.get(requestContext);
  const kind = kindOf(url);
  const customerId = stopLinks.customerOf(kind, tokenOf(url));
  if (!customerId) return data({ isChanged: false }, { status: 410 });
  const { intent } = await formFields(request);
  try {
    await setMailChoice(db, customerId, kind, intent === "resume");
    return data({ isChanged: true });
  } catch (error) {
    log.error({ err: error, kind }, "changing who gets mails failed");
    return data({ isChanged: false }, { status: 503 });
  }
}

/** The page that an email's unsubscribe link opens. */
export default function MailChoice({ loaderData, actionData }: Route.ComponentProps) {
  const { token, kind, wants } = loaderData;
  const words = choiceWords[kind];
  if (wants === null) {
    return (
      <AccountPage title={words.title}>
        <Notice tone="error" title="This link no longer works">
          It is more than {daysInWords(stopLinkMs)} old, or part of it is missing. You can stop
          these emails in your account, or with the link of a newer email.
        </Notice>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={wants ? words.ask : words.stopped}
      lede={wants ? words.wanted : words.refused}
    >
      {actionData?.isChanged === false && (
        <Notice
          tone="error"
          title="The change could not be saved. Please try again."
          className="mb-6"
        />
      )}
      <Form method="post" action={`/${kind}?${new URLSearchParams({ token })}`}>
        <Button
          type="submit"
          name="intent"
          value={wants ? "stop" : "resume"}
          variant={wants ? "primary" : "secondary"}
        >
          {wants ? words.stop : words.resume}
        </Button>
      </Form>
    </AccountPage>
  );
}
