import { clsx } from "clsx/lite";
import { data, Form, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import {
  answeredField,
  TextArea,
  TextField,
  useFirstMistake,
} from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/audit/history.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import { keepPaperLogo, LogoMissingError } from "#app/features/images/paper-logo.server.ts";
import { saveSettings, settingsSubjectOf } from "#app/features/settings/kept-settings.server.ts";
import type { SettingsField } from "#app/features/settings/screens/settings-screen.ts";
import { settingsScreen } from "#app/features/settings/screens/settings-screens.ts";
import { SettingsConflictError } from "#app/features/settings/settings-group.ts";
import { sendTestMail } from "#app/features/settings/test-mail.server.ts";
import { type FormAnswer, formFields, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { settingsPage } from "../navigation.ts";
import type { Route } from "./+types/group.ts";
import { ImageField } from "./image-field.tsx";
import { sendSettings, settingsConflict } from "./settings-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** With a preview, what the form would make of the shop; nothing was saved. */
interface GroupAnswer extends FormAnswer {
  preview?: string[];
  /** Said of something that was done. */
  done?: string;
}

const failed = "The settings could not be saved. Please try again.";
const noLogo = "There is no such image in the library. Please copy the address of one that is.";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.title ?? "Page not found");

export async function loader({ context, params, url: { searchParams } }: Route.LoaderArgs) {
  const screen = settingsScreen(params.group);
  if (!screen) return data(null, 404);
  const { db, log, settings } = context.get(requestContext);
  const subject = settingsSubjectOf(screen.group);
  const history = await orNull(
    listHistory(db, context.get(adminContext), subject),
    log,
    "load a history",
  );
  const { title, lede, sections } = screen;
  // The fields are data, so that no browser loads what checks them.
  return data({
    ...{ title, lede, sections },
    values: screen.valuesOf(settings.get(screen.group)),
    version: settings.versionOf(screen.group),
    history,
    wasSaved: searchParams.has("saved"),
  });
}

export async function action({ request, context, url, params }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url }, ({ intent }) => intent !== "preview");
  const screen = settingsScreen(params.group);
  if (!screen) return data<GroupAnswer>({ message: failed }, { status: 404 });
  const { db, log, settings, shop, images } = context.get(requestContext);
  const admin = context.get(adminContext);
  const fields = await formFields(request);
  const { data: typed, refused } = screen.read(fields);
  if (refused) return data<GroupAnswer>(refused, { status: 400 });
  if (fields.intent === "preview") {
    return data<GroupAnswer>({ values: fields, preview: screen.preview(typed, shop.company) });
  }
  const version = /^\d{1,9}$/.test(fields.version ?? "") ? Number(fields.version) : -1;
  try {
    const wanted = hasLogo(typed)
      ? { ...typed, paperLogo: await keepPaperLogo(db, images, typed.logo) }
      : typed;
    await saveSettings(db, admin, screen.group, wanted, version);
    await settings.renew();
    if (fields.intent === "test") await sendTestMail(db, admin, shop);
  } catch (error) {
    if (error instanceof LogoMissingError) {
      return data<GroupAnswer>(
        { message: invalidMessage, errors: { logo: [noLogo] }, values: fields },
        { status: 400 },
      );
    }
    if (error instanceof SettingsConflictError) {
      await settings.renew();
      const values = { ...fields, version: String(settings.versionOf(screen.group)) };
      return data<GroupAnswer>({ message: settingsConflict, values }, { status: 409 });
    }
    log.error({ err: error, group: params.group }, "settings were not saved");
    return data<GroupAnswer>({ message: failed, values: fields }, { status: 503 });
  }
  return redirect(`${settingsPage.to}/${encodeURIComponent(params.group)}?saved`);
}

/** Whether it is the company, with a logo to draw for papers. */
function hasLogo(value: object): value is { logo: string } {
  return "logo" in value && typeof value.logo === "string";
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendSettings<GroupAnswer>({ request, serverAction, failed });
}

/** A settings screen of plain fields, with a preview. */
export default function SettingsGroupPage({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  if (!loaderData) {
    return <NothingHere ways={[{ label: settingsPage.label, to: settingsPage.to }]} />;
  }
  const { title, lede, sections, values, version, history, wasSaved } = loaderData;
  return (
    <SettingsFrame
      title={title}
      lede={lede}
      saved={`${title} saved`}
      wasSaved={wasSaved}
      failure={failed}
      history={history}
    >
      <GroupForm
        // What was saved counts from then on, also what was cleaned up.
        key={`${params.group} ${version}`}
        sections={sections}
        values={values}
        version={version}
        hasTest={params.group === "mail"}
        answer={actionData}
      />
    </SettingsFrame>
  );
}

interface GroupFormProps {
  sections: { title: string; text?: string; fields: SettingsField[] }[];
  values: Record<string, string>;
  version: number;
  hasTest: boolean;
  answer: GroupAnswer | undefined;
}

function GroupForm({ sections, values: stored, version, hasTest, answer }: GroupFormProps) {
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formMethod } = useNavigation();
  const values = answer?.values ?? stored;
  const isBusy = formMethod === "POST";
  return (
    <Form ref={form} method="post" noValidate={noValidate} replace preventScrollReset>
      {/* Enter saves, and does not preview. */}
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
        {hasTest && (
          <Button type="submit" name="intent" value="test" variant="secondary" disabled={isBusy}>
            Save and send yourself a test mail
          </Button>
        )}
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
    </Form>
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

function Input({ field: { kind, label, hint, most, isOptional }, answered }: InputProps) {
  const common = { label, hint, ...answered, autoComplete: "off", maxLength: most };
  const required = !isOptional;
  if (kind === "image") {
    return <ImageField {...common} optional={isOptional ?? false} required={required} />;
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
      // Days that are closed are left out, as the section says.
      optional={kind !== "time" && (isOptional ?? false)}
      required={required}
      className={kind === "text" && most > 100 ? "sm:col-span-2" : ""}
    />
  );
}
