import { data } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, CountField, TextArea } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import {
  countOverdue,
  getReminders,
  remindersSubject,
  updateReminders,
} from "#app/domain/documents/reminders.server.ts";
import {
  checkReminders,
  type ReminderAnswer,
  type ReminderSettings,
  type ReminderStep,
  reminderSteps,
  remindersFailed,
} from "#app/domain/documents/reminders.ts";
import { smallCents } from "#app/domain/ledger/credit-standing.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { adminRequest } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import { saveForm } from "../settings/save-form.server.ts";
import { afterConflict, SeenField } from "../settings/settings-form.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Route } from "./+types/reminders.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Reminders");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const [settings, overdue, history] = await Promise.all([
    orNull(getReminders(db, admin), log, "load the reminders"),
    orNull(countOverdue(db, admin), log, "count overdue invoices"),
    orNull(listHistory(db, admin, remindersSubject), log, "load a history"),
  ]);
  return data(
    { settings, overdue: overdue ?? 0, history, wasSaved: searchParams.has("saved") },
    statusOf(settings),
  );
}

export const action = (args: Route.ActionArgs) =>
  saveForm(args, {
    what: "the reminders",
    failed: remindersFailed,
    to: `${settingsPage.to}/reminders`,
    read: async (fields) => accepted(checkReminders(fields)),
    save: updateReminders,
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ReminderAnswer>(sent, {
    failed: remindersFailed,
    loadCheck: async () => (fields) => checkReminders(fields).refused,
    looksAgain: afterConflict,
  });

export default function Reminders({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { settings, overdue, history, wasSaved } = loaderData;
  return (
    <SettingsFrame
      title="Reminders"
      lede={`Mails to clients with open invoices, one for all that are due. Amounts up to ${formatCents(smallCents)} are left out, and so are clients we have no email address of.`}
      saved="Reminders saved"
      wasSaved={wasSaved}
      failure="The reminders could not be loaded. Please try again."
      history={history}
    >
      {settings && <RemindersForm settings={settings} overdue={overdue} answer={answer} />}
    </SettingsFrame>
  );
}

const stepText: Record<ReminderStep, { title: string; days: string }> = {
  before: { title: "Before the due day", days: "Days before" },
  after: { title: "First reminder", days: "Days after" },
  later: { title: "Second reminder", days: "Days after" },
};

interface RemindersFormProps {
  settings: ReminderSettings;
  overdue: number;
  answer: ReminderAnswer | undefined;
}

function RemindersForm({ settings, overdue, answer }: RemindersFormProps) {
  const { isOn, ...stored } = settings;
  const texts = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, String(value)]),
  );
  const values = answer?.values ?? texts;
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm answer={answer}>
      <SeenField settings={settings} answer={answer} />
      <Checkbox
        name="isOn"
        label="Send reminders"
        defaultChecked={answer?.values ? answer.values.isOn !== undefined : isOn}
      />
      {!isOn && (
        <p className="mt-1 text-ink-soft">
          They are off. Once they are on, clients hear of what is due soon. For what is overdue by
          then, the days below count from the day you switch them on.
        </p>
      )}
      {!isOn && overdue > 0 && (
        <Checkbox
          name="withOverdue"
          label={
            overdue === 1
              ? "Remind of the invoice that is overdue now too, at once if its days have passed"
              : `Remind of the ${overdue.toLocaleString("en-CA")} invoices that are overdue now too, at once if their days have passed`
          }
          defaultChecked={answer?.values?.withOverdue !== undefined}
          className="mt-3"
        />
      )}
      {reminderSteps.map((step) => (
        <fieldset key={step} className="mt-8 border-t border-ink pt-4">
          <legend className="float-left w-full font-display text-title font-semibold">
            {stepText[step].title}
          </legend>
          <div className="clear-both grid gap-x-6 gap-y-5 pt-4 sm:grid-cols-4">
            <CountField label={stepText[step].days} required {...field(`${step}Days`)} />
            <TextArea
              label="What it says"
              rows={3}
              maxLength={1000}
              required
              {...field(`${step}Text`)}
              className="sm:col-span-3"
            />
          </div>
        </fieldset>
      ))}
      <SubmitButton className="mt-6">Save</SubmitButton>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </AnsweredForm>
  );
}
