import { data } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import {
  paymentSettingsSubject,
  readPaymentSettings,
  updatePaymentSettings,
} from "#app/domain/settings/payments/payment-settings.server.ts";
import {
  checkPaymentSettings,
  type PaymentSettings,
  type PaymentSettingsAnswer,
  paymentSettingsFailed,
} from "#app/domain/settings/payments/payment-settings.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { adminRequest } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import { saveForm } from "../settings/save-form.server.ts";
import { afterConflict, SeenField } from "../settings/settings-form.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Route } from "./+types/payment-settings.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Ways of paying");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, cardPayments, admin } = adminRequest(context);
  const [settings, history] = await Promise.all([
    orNull(readPaymentSettings(db), log, "load the ways of paying"),
    orNull(listHistory(db, admin, paymentSettingsSubject), log, "load a history"),
  ]);
  const keys = cardPayments && (cardPayments.isLive ? ("live" as const) : ("test" as const));
  const wasSaved = searchParams.has("saved");
  return data({ settings, keys, history, wasSaved }, statusOf(settings));
}

export const action = (args: Route.ActionArgs) =>
  saveForm(args, {
    what: "the ways of paying",
    failed: paymentSettingsFailed,
    to: `${settingsPage.to}/payments`,
    read: async (fields) => accepted(checkPaymentSettings(fields)),
    save: updatePaymentSettings,
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<PaymentSettingsAnswer>(sent, {
    failed: paymentSettingsFailed,
    loadCheck: async () => (fields) => checkPaymentSettings(fields).refused,
    looksAgain: afterConflict,
  });

export default function PaymentSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, keys, history, wasSaved } = loaderData;
  return (
    <SettingsFrame
      title="Ways of paying"
      lede="How customers without an account pay. With none of them, the cart's Checkout leads nowhere yet. Your wholesale clients keep their terms."
      saved="Ways of paying saved"
      wasSaved={wasSaved}
      failure="The ways of paying could not be loaded. Please try again."
      history={history}
    >
      {settings && <WaysForm settings={settings} keys={keys} answer={actionData} />}
    </SettingsFrame>
  );
}

/** By the kind of Stripe keys in the server's environment. */
const cardText = {
  live: "Stripe holds the most that an order can cost, and charges what you pack.",
  test: "Stripe's keys are for tests: only its test cards work, and nothing is charged.",
  none: "Has no effect until Stripe's keys are set where the shop runs.",
};

interface WaysFormProps {
  settings: PaymentSettings;
  keys: "live" | "test" | null;
  answer: PaymentSettingsAnswer | undefined;
}

function WaysForm({ settings, keys, answer }: WaysFormProps) {
  const values = answer?.values ?? {
    etransferEmail: settings.etransferEmail,
    etransferNote: settings.etransferNote,
    confirmHours: String(settings.confirmHours),
  };
  const isOn = (name: "takesCard" | "takesDoor" | "takesEtransfer") =>
    answer?.values ? answer.values[name] !== undefined : settings[name];
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <AnsweredForm
      answer={answer}
      // Reset the form to the saved values, which may have been normalized.
      key={JSON.stringify(settings)}
    >
      <SeenField settings={settings} answer={answer} />
      <fieldset>
        <legend className="sr-only">Ways of paying</legend>
        <div className="border-t border-ink py-4">
          <Checkbox name="takesCard" label="Card" defaultChecked={isOn("takesCard")} />
          <p className="text-ink-soft">{cardText[keys ?? "none"]}</p>
        </div>
        <div className="border-t border-rule py-4">
          <Checkbox
            name="takesDoor"
            label="At pickup or at the door"
            defaultChecked={isOn("takesDoor")}
          />
          <p className="text-ink-soft">
            The run sheet and the driver's page say what is to be collected. Note what was paid
            under Receivables.
          </p>
        </div>
        <div className="border-y border-rule py-4">
          <Checkbox
            name="takesEtransfer"
            label="E-transfer"
            defaultChecked={isOn("takesEtransfer")}
          />
          <p className="text-ink-soft">
            Once an order is packed, its email and page say how much to send, where to, and the
            invoice's number to put in the message.
          </p>
          <TextField
            label="E-transfers go to"
            hint="Also on invoices, as {e-transfer email}; until you enter one, they name the company’s address."
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...field("etransferEmail")}
            className="mt-4 max-w-md"
          />
          <TextArea
            label="What customers should know"
            optional
            hint="For example: we have autodeposit, so no question is needed."
            rows={3}
            maxLength={1000}
            {...field("etransferNote")}
            className="mt-5"
          />
          <TextField
            label="Hours to confirm the email address"
            hint="An order keeps its place on the run this long, and not beyond its day’s cut-off. If its customer has not confirmed the address by then, it is cancelled; orders that you are packing stay, and you can keep one on its page."
            inputMode="numeric"
            maxLength={3}
            {...field("confirmHours")}
            className="mt-5 max-w-md"
          />
        </div>
      </fieldset>
      <SubmitButton className="mt-6">Save</SubmitButton>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </AnsweredForm>
  );
}
