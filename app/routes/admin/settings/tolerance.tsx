import { data } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, CountField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import {
  getShopSettings,
  settingsSubject,
  updateShopSettings,
} from "#app/domain/settings/settings.server.ts";
import {
  checkSettings,
  type SettingsAnswer,
  type ShopSettings,
  settingsFailed,
} from "#app/domain/settings/settings.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { adminRequest } from "#app/guards/guards.server.ts";
import { promiseCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import type { Route } from "./+types/tolerance.ts";
import { saveForm } from "./save-form.server.ts";
import { afterConflict, SeenField } from "./settings-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, "Tolerance for packed weights");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const [settings, history] = await Promise.all([
    orNull(getShopSettings(db, admin), log, "load the shop's settings"),
    orNull(listHistory(db, admin, settingsSubject), log, "load a history"),
  ]);
  const wasSaved = searchParams.has("saved");
  return data({ settings, history, wasSaved }, statusOf(settings));
}

export const action = (args: Route.ActionArgs) =>
  saveForm(args, {
    what: "the settings",
    failed: settingsFailed,
    to: `${settingsPage.to}/tolerance`,
    read: async (fields) => accepted(checkSettings(fields)),
    save: updateShopSettings,
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<SettingsAnswer>(sent, { failed: settingsFailed, looksAgain: afterConflict });

/** How much a packed weight may exceed the ordered one. */
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
  const values = answer?.values ?? { overCapPct: String(overCapPct) };
  const estimate = 100_00;
  const most = formatCents(promiseCents(estimate, overCapPct));
  return (
    <AnsweredForm answer={answer}>
      <SeenField settings={settings} answer={answer} />
      <p className="text-ink-soft">
        At {overCapPct}%, an order estimated at {formatCents(estimate)} costs at most {most}, unless
        the customer agrees to more. That holds for every product without a tolerance of its own.
        Orders already placed keep theirs.
      </p>
      <CountField
        label="Tolerance (%)"
        hint="A whole number from 0 to 30"
        {...answeredField({ values, errors: answer?.errors }, "overCapPct")}
        required
        className="mt-5 max-w-56"
      />
      <SubmitButton className="mt-5">Save</SubmitButton>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </AnsweredForm>
  );
}
