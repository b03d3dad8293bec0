import { data, Form, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { answeredField, TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/audit/history.server.ts";
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
import { formFields } from "#app/lib/form/submitted-form.ts";
import { promiseCents } from "#app/lib/line-totals.ts";
import { formatCents } from "#app/lib/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import type { Route } from "./+types/tolerance.ts";
import { saveForm } from "./save-form.server.ts";
import { SeenField, sendSettings } from "./settings-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, "Tolerance for packed weights");

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
  const fields = await formFields(request);
  const { data: wanted, refused } = checkSettings(fields);
  if (refused) return data<SettingsAnswer>(refused, { status: 400 });
  return saveForm(context, {
    ...{ fields, wanted, what: "the settings", failed: settingsFailed },
    ...{ to: `${settingsPage.to}/tolerance`, read: getShopSettings, save: updateShopSettings },
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendSettings<SettingsAnswer>({ request, serverAction, failed: settingsFailed });
}

/** How much more than ordered a packed weight may come to. */
export default function Tolerance({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { settings, history, wasSaved } = loaderData;
  return (
    <SettingsFrame
      title="Tolerance for packed weights"
      lede="Customers pay for the weight you pack. The tolerance says how much heavier than ordered that may be."
      saved="Settings saved"
      wasSaved={wasSaved}
      history={history}
    >
      {settings && <ToleranceForm settings={settings} answer={answer} />}
    </SettingsFrame>
  );
}

interface ToleranceFormProps {
  settings: ShopSettings;
  answer: SettingsAnswer | undefined;
}

function ToleranceForm({ settings, answer }: ToleranceFormProps) {
  const { overCapPct } = settings;
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formMethod } = useNavigation();
  const values = answer?.values ?? { overCapPct: String(overCapPct) };
  const estimate = 100_00;
  const most = formatCents(promiseCents(estimate, overCapPct));
  return (
    <Form ref={form} method="post" noValidate={noValidate} replace preventScrollReset>
      <SeenField settings={settings} answer={answer} />
      <p className="text-ink-soft">
        At {overCapPct}%, an order estimated at {formatCents(estimate)} costs at most {most}, unless
        the customer agrees to more. That holds for every product without a tolerance of its own.
        Orders already placed keep theirs.
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
