import { clsx } from "clsx/lite";
import { type ComponentProps, useState } from "react";
import { data, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { taxWithoutNumber } from "#app/content/taxes.ts";
import { readImageAddress, variantAddress } from "#app/domain/pictures/image-address.ts";
import { keepPaperLogo } from "#app/domain/pictures/paper-logo.server.ts";
import { uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import { documentSettings } from "#app/domain/settings/company-settings.ts";
import { saveSettings, settingsSubjectOf } from "#app/domain/settings/kept-settings.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { UploadArea } from "#app/features/images/upload/upload-area.tsx";
import { UploadList } from "#app/features/images/upload/upload-list.tsx";
import { useUploads } from "#app/features/images/upload/use-uploads.ts";
import { mailScreen } from "#app/features/settings/screens/mail-screen.ts";
import type { SettingsField } from "#app/features/settings/screens/settings-screen.ts";
import { settingsScreen } from "#app/features/settings/screens/settings-screens.ts";
import { sendTestMail } from "#app/features/settings/test-mail.server.ts";
import { chargesTax } from "#app/features/today/set-up.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import { useFrameFacts } from "../use-frame-facts.ts";
import type { Route } from "./+types/group.ts";
import { afterConflict } from "./settings-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** With a preview, the effect of the form on the shop; nothing was saved. */
interface GroupAnswer extends FormAnswer {
  preview?: string[];
  done?: string;
}

const failed = "The settings could not be saved. Please try again.";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.title ?? "Page not found");

export async function loader({ context, params, url: { searchParams } }: Route.LoaderArgs) {
  const screen = settingsScreen(params.group);
  if (!screen) return data(null, 404);
  const { db, log, settings, mailFolder, admin } = adminRequest(context);
  const subject = settingsSubjectOf(screen.group);
  const history = await orNull(listHistory(db, admin, subject), log, "load a history");
  const { title, lede, sections } = screen;
  const hasNoNumber =
    params.group === "documents" && settings.get(documentSettings).taxNumber === "";
  // The fields are data, so that browsers don't load the validation.
  return data({
    title,
    lede,
    sections,
    values: screen.valuesOf(settings.get(screen.group)),
    version: settings.versionOf(screen.group),
    history,
    warning:
      hasNoNumber && (await orNull(chargesTax(db), log, "look for taxes"))
        ? taxWithoutNumber
        : null,
    wasSaved: searchParams.has("saved"),
    testMail: screen === mailScreen ? { to: admin.email, folder: mailFolder } : null,
    wasTested: searchParams.has("tested"),
  });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<GroupAnswer>(
    args,
    {
      failed,
      log: "settings were not saved",
      facts: () => ({ group: args.params.group }),
      proof: proofFor(({ intent }) => intent !== "preview"),
    },
    async (fields, { db, settings, shop, images }) => {
      const { group } = args.params;
      const admin = args.context.get(adminContext);
      const screen = settingsScreen(group);
      if (!screen) throw new Refusal("gone", failed);
      const typed = accepted(screen.read(fields));
      if (fields.intent === "preview") {
        return data({ values: fields, preview: screen.preview(typed, shop) });
      }
      const version = /^\d{1,9}$/.test(fields.version ?? "") ? Number(fields.version) : -1;
      const wanted = hasLogo(typed)
        ? { ...typed, paperLogo: await keepPaperLogo(db, images, typed.logo) }
        : typed;
      await saveSettings(db, admin, screen.group, wanted, version).finally(settings.renew);
      if (fields.intent === "test") await sendTestMail(db, admin, shop);
      const done = fields.intent === "test" ? "saved&tested" : "saved";
      return redirect(`${settingsPage.to}/${encodeURIComponent(group)}?${done}`);
    },
  );

/** True for the company's settings, whose logo is drawn on papers. */
function hasLogo(value: object): value is { logo: string } {
  return "logo" in value && typeof value.logo === "string";
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<GroupAnswer>(sent, { failed, looksAgain: afterConflict });

/** A settings screen of plain fields, with a preview. */
export default function SettingsGroupPage({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  if (!loaderData) {
    return <NothingHere ways={[{ label: settingsPage.label, to: settingsPage.to }]} />;
  }
  const { title, lede, sections, values, version, history, warning } = loaderData;
  const { wasSaved, wasTested, testMail } = loaderData;
  const tested = wasTested && testMail ? ` ${whereTestMailIs(testMail)}` : "";
  return (
    <SettingsFrame
      title={title}
      lede={lede}
      saved={tested ? `${title} saved.${tested}` : `${title} saved`}
      wasSaved={wasSaved}
      parameters={saidParameters}
      failure={failed}
      history={history}
    >
      {warning && <Notice tone="error" title={`${warning}.`} className="mb-8" />}
      <GroupForm
        // Reset the form to the saved values, which may have been normalized.
        key={`${params.group} ${version}`}
        sections={sections}
        values={values}
        version={version}
        testMail={testMail}
        answer={actionData}
      />
    </SettingsFrame>
  );
}

const saidParameters = ["saved", "tested"] as const;

interface TestMail {
  to: string;
  /** The folder it is written to without a mail server. */
  folder: string | null;
}

function whereTestMailIs({ to, folder }: TestMail): string {
  return folder
    ? `The test email to ${to} is a file in ${folder}.`
    : `A test email is on its way to ${to}.`;
}

interface GroupFormProps {
  sections: { title: string; text?: string; fields: SettingsField[] }[];
  values: Record<string, string>;
  version: number;
  testMail: TestMail | null;
  answer: GroupAnswer | undefined;
}

function GroupForm({ sections, values: stored, version, testMail, answer }: GroupFormProps) {
  const { formMethod } = useNavigation();
  const values = answer?.values ?? stored;
  const isBusy = formMethod === "POST";
  return (
    <AnsweredForm answer={answer}>
      {/* Enter saves rather than previewing. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      <input
        key={answer?.values?.version}
        type="hidden"
        name="version"
        defaultValue={answer?.values?.version ?? version}
      />
      {sections.map(({ title, text, fields }) => (
        <section
          key={title}
          className="mb-8 [&_textarea]:field-sizing-content [&_textarea]:max-h-96 [&_textarea]:min-h-28"
        >
          {title && <h2 className="border-t border-ink pt-4 text-title">{title}</h2>}
          {text && <p className="mt-2 text-ink-soft">{text}</p>}
          <div
            className={clsx(
              "mt-4 grid gap-x-6 gap-y-5 sm:grid-cols-2",
              fields.every(({ kind }) => kind === "time") && "grid-cols-2",
            )}
          >
            {fields.map((field) => (
              <Input
                key={field.name}
                field={field}
                answered={answeredField({ values, errors: answer?.errors }, field.name)}
              />
            ))}
          </div>
        </section>
      ))}
      {answer?.preview && (
        <Notice tone="info" title="Preview. Nothing is saved yet." className="mb-6">
          {answer.preview.map((line) => (
            <p key={line} className="break-words">
              {line}
            </p>
          ))}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isBusy}>
          Save
        </Button>
        <Button type="submit" name="intent" value="preview" variant="secondary" disabled={isBusy}>
          Preview
        </Button>
        {testMail && (
          <Button type="submit" name="intent" value="test" variant="secondary" disabled={isBusy}>
            Save and send yourself a test email
          </Button>
        )}
      </div>
      {testMail && (
        <p className="mt-3 break-words text-ink-soft">
          {testMail.folder
            ? `There is no mail server (SMTP_URL). Emails are files in ${testMail.folder}; nobody gets them.`
            : `The test mail goes to ${testMail.to}.`}
        </p>
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </AnsweredForm>
  );
}

interface InputProps {
  field: SettingsField;
  answered: ReturnType<typeof answeredField>;
}

const inputTypes = {
  text: "text",
  email: "email",
  number: "text",
  time: "time",
  date: "date",
} as const;

function Input({ field, answered }: InputProps) {
  const { kind, label, hint, most, isOptional, options = [] } = field;
  const common = { label, hint, ...answered, autoComplete: "off", maxLength: most };
  const required = !isOptional;
  if (kind === "image") {
    return <ImageField {...common} optional={isOptional ?? false} required={required} />;
  }
  if (kind === "choice") {
    const { maxLength: _, ...select } = common;
    return (
      <SelectField
        {...select}
        required={required}
        options={options.map(({ value, label }) => [value, label])}
      />
    );
  }
  if (kind === "lines") {
    return (
      <TextArea
        {...common}
        optional={isOptional ?? false}
        required={required}
        rows={4}
        className="sm:col-span-2"
      />
    );
  }
  return (
    <TextField
      {...common}
      type={inputTypes[kind]}
      inputMode={kind === "number" ? "numeric" : undefined}
      // Closed days are left out, as the section says.
      optional={kind !== "time" && (isOptional ?? false)}
      required={required}
      className={kind === "text" && most > 100 ? "sm:col-span-2" : ""}
    />
  );
}

const unknownFailure = "The image could not be uploaded. Please try again.";

/**
 * Field for a library image's URL, with a preview. Users who may change images can choose a file:
 * it is uploaded at once, and used once the form is saved.
 */
function ImageField({ defaultValue, ...field }: ComponentProps<typeof TextField>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { queue, uploads } = useUploads({
    onUploaded: ({ url }) => setChosen(url),
    unknownFailure,
  });
  const facts = useFrameFacts();
  const canUpload = useHydrated() && facts?.isImageEditor;
  const address = chosen ?? String(defaultValue ?? "");
  const image = readImageAddress(address);
  return (
    <div className="sm:col-span-2">
      <TextField {...field} key={address} defaultValue={address} />
      {image && (
        <img
          src={variantAddress(image, 320, "webp")}
          alt={`${field.label} as it is`}
          className="mt-3 block h-16 w-auto max-w-full object-contain object-left"
        />
      )}
      {canUpload && (
        <div className="mt-3">
          <UploadArea
            isOne
            onFiles={([file]) =>
              file && queue.add([file], ({ name }) => uploadAddress("pages", name))
            }
          />
          <UploadList queue={queue} uploads={uploads} unknownFailure={unknownFailure} />
        </div>
      )}
    </div>
  );
}
