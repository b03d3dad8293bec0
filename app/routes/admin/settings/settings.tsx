import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { answeredField, TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/audit/history.server.ts";
import { HistoryList } from "#app/features/audit/history-list.tsx";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import {
  getShopSettings,
  settingsSubject,
  updateShopSettings,
} from "#app/features/settings/settings.server.ts";
import {
  checkSettings,
  type SettingsAnswer,
  type ShopSettings,
  settingsFailed,
} from "#app/features/settings/settings.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { promiseCents } from "#app/lib/line-totals.ts";
import { formatCents } from "#app/lib/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { deliveryPage, importPage, settingsPage } from "../navigation.ts";
import type { Route } from "./+types/settings.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Settings");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const [settings, history] = await Promise.all([
    orNull(getShopSettings(db, admin), log, "load the shop's settings"),
    orNull(listHistory(db, admin, settingsSubject), log, "load a history"),
  ]);
  const wasSaved = searchParams.has("saved");
  return data({ settings, history, wasSaved }, statusOf(settings));
}

export async function action({ request, context, url }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url });
  const { db, log, catalog } = context.get(requestContext);
  const fields = await formFields(request);
  const { data: settings, refused } = checkSettings(fields);
  if (refused) return data<SettingsAnswer>(refused, { status: 400 });
  try {
    await updateShopSettings(db, context.get(adminContext), settings);
  } catch (error) {
    log.error({ err: error }, "changing the settings failed");
    return data<SettingsAnswer>({ message: settingsFailed, values: fields }, { status: 503 });
  }
  // Every server drops its catalogue cache when notified; this one must do so before it responds.
  catalog.drop();
  return redirect(`${settingsPage.to}?saved`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<SettingsAnswer>({
    request,
    serverAction,
    unreached: { message: settingsFailed, values },
  });
  // The error status stops the router from revalidating, which would fail offline and replace the
  // input with an error page.
  return data(answer, { status: 400 });
}

const doneParameters = ["saved"];

const groups = [
  {
    to: `${settingsPage.to}/company`,
    title: "Company",
    text: "Name, address, telephone, e-mail, social links.",
  },
  {
    to: `${settingsPage.to}/hours`,
    title: "Opening hours",
    text: "As printed, and for search engines.",
  },
  {
    to: `${settingsPage.to}/notices`,
    title: "Notices",
    text: "A line at the top of the shop, such as “Closed on Monday”, from a day to another.",
  },
  {
    to: `${settingsPage.to}/words`,
    title: "Words",
    text: "What the public pages say: home, Our Story, FAQs, policies and the others.",
  },
  {
    to: `${settingsPage.to}/claims`,
    title: "Claims to confirm",
    text: "What the shop says of its beef and itself, and you should be able to prove.",
  },
  {
    to: `${settingsPage.to}/documents`,
    title: "Invoices and taxes",
    text: "GST number, terms, how to pay, and the other texts of documents.",
  },
  {
    to: `${settingsPage.to}/mail`,
    title: "E-mail",
    text: "From whom mails come, with a test.",
  },
  {
    to: deliveryPage.to,
    title: "Delivery",
    text: "Zones, days, cut-offs, minimums and fees.",
  },
  {
    to: `${settingsPage.to}/payments`,
    title: "Ways of paying",
    text: "How customers without an account pay. Until you switch one on, the shop has no checkout.",
  },
  {
    to: `${settingsPage.to}/reminders`,
    title: "Reminders",
    text: "Mails to clients whose invoices are due or overdue, in your words. Off until you switch them on.",
  },
  {
    to: `${settingsPage.to}/scans`,
    title: "Scales and scans",
    text: "What the codes on your scale's labels mean, and whether your own labels carry a GTIN.",
  },
  {
    to: `${settingsPage.to}/sign-in`,
    title: "Signing in",
    text: "Whether staff need a second factor, such as a code from their telephone.",
  },
  {
    to: importPage.to,
    title: importPage.label,
    text: "Bring products, prices, clients and balances from a spreadsheet, or take everything the shop holds away.",
  },
];

/** What the owner decides about the shop as a whole. */
export default function Settings({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { settings, history, wasSaved } = loaderData;
  return (
    <>
      <PageHeader size="compact" title="Settings" />
      {wasSaved && <SaidOnce title="Settings saved" parameters={doneParameters} className="mt-6" />}
      <div className="mt-8 max-w-2xl">
        <ul>
          {groups.map(({ to, title, text }) => (
            <li key={to} className="border-t border-ink py-4">
              <Link to={to} className="link text-title font-semibold">
                {title}
              </Link>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
        {settings ? (
          <SettingsForm settings={settings} answer={answer} />
        ) : (
          <LoadFailure message="The settings could not be loaded. Please try again." />
        )}
        <HistoryList entries={history} className="mt-12" />
      </div>
    </>
  );
}

interface SettingsFormProps {
  settings: ShopSettings;
  answer: SettingsAnswer | undefined;
}

function SettingsForm({ settings, answer }: SettingsFormProps) {
  const { overCapPct } = settings;
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formMethod } = useNavigation();
  const values = answer?.values ?? { overCapPct: String(overCapPct) };
  const estimate = 100_00;
  const most = formatCents(promiseCents(estimate, overCapPct));
  return (
    <Form ref={form} method="post" noValidate={noValidate} replace preventScrollReset>
      <h2 className="border-t border-ink pt-4 text-title">Tolerance for packed weights</h2>
      <p className="mt-2 text-ink-soft">
        Customers pay for the weight you pack. The tolerance says how much heavier than ordered that
        may be: at {overCapPct}%, an order estimated at {formatCents(estimate)} costs at most {most}
        , unless the customer agrees to more.
      </p>
      <p className="mt-2 text-ink-soft">
        It applies to every product without a tolerance of its own. Orders already placed keep
        theirs.
      </p>
      <TextField
        label="Tolerance (%)"
        inputMode="numeric"
        autoComplete="off"
        hint="A whole number from 0 to 30"
        {...answeredField({ values, errors: answer?.errors }, "overCapPct")}
        required
        className="mt-5 max-w-56"
      />
      <Button type="submit" pending={formMethod === "POST"} className="mt-5">
        Save
      </Button>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </Form>
  );
}
