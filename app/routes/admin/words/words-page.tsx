import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, Form, redirectDocument, replace } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { inBraces, placeholderNames } from "#app/content/company.ts";
import { requestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { saveSettings } from "#app/domain/settings/kept-settings.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { changedNames, readTyped, rearrange, typedFrom } from "#app/features/words/fields.ts";
import { dropDraft, keepDraft, readDrafts } from "#app/features/words/page-words.server.ts";
import { fieldsOf, type WordsPage, wordsPageOf } from "#app/features/words/pages.server.ts";
import { previewParameter } from "#app/features/words/preview.ts";
import { type WordsAnswer, WordsForm } from "#app/features/words/words-form.tsx";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { wordsPath } from "../navigation.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Route } from "./+types/words-page.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, `Words: ${args.loaderData?.label ?? "not found"}`);

function pageOr404(name: string): WordsPage {
  const page = wordsPageOf(name);
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function loader({ context, params, url: { searchParams } }: Route.LoaderArgs) {
  const page = pageOr404(params.page);
  const { db, log, settings, admin } = adminRequest(context);
  const [drafts, history] = await Promise.all([
    orNull(readDrafts(db, admin), log, "load drafts of texts"),
    orNull(
      listHistory(db, admin, { entity: "setting", entityId: page.key }),
      log,
      "load a history",
    ),
  ]);
  const fields = fieldsOf(page);
  const draft = drafts?.get(page.key);
  const drafted = draft && page.schema.safeParse(draft.value).data;
  const typed = typedFrom(fields, drafted ?? settings.get(page));
  return {
    label: page.label,
    path: page.path,
    fields,
    typed,
    changed: changedNames(fields, page.defaults, typed),
    version: (drafted && draft?.version) ?? settings.versionOf(page),
    draftedAt: drafted ? (draft?.updatedAt ?? null) : null,
    history,
    wasSaved: searchParams.has("saved"),
    wasDiscarded: searchParams.has("discarded"),
  };
}

const failed = "The texts could not be saved. Please try again.";
const conflict =
  "Someone else has saved this page meanwhile; the history below says what. Your texts are still here: Save again to put them in place of theirs.";
const unknownButton = "The shop does not know this button. Reload the page.";
const wasReset = "The original texts are back in the form. Save to show them to visitors.";

export function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const page = pageOr404(params.page);
  const fields = fieldsOf(page);
  const shown = (values: Record<string, string>) => {
    const changed = changedNames(fields, page.defaults, values);
    return { values, changed, turn: randomUUID() };
  };
  return answerForm<WordsAnswer>(
    args,
    {
      failed,
      log: "saving texts failed",
      facts: () => ({ page: page.key }),
      // Published text may include where to pay, or the terms; other buttons publish nothing.
      proof: proofFor(({ intent = "save" }) => intent === "save"),
      besides: ({ intent: _, version, ...typed }) => ({
        ...shown(typed),
        version: versionIn(version),
      }),
    },
    async ({ intent = "save", version: seen, ...typed }, { settings }) => {
      const version = versionIn(seen);
      if (intent === "discard") return discard(context, page);
      if (intent !== "save" && intent !== "preview") {
        const rearranged = rearrange(fields, page.defaults, typed, intent);
        if (!rearranged) throw new Refusal("invalid", unknownButton);
        const { typed: values, focus } = rearranged;
        const note = intent.startsWith("reset") ? { note: wasReset } : {};
        return data({ ...shown(values), focus, version, ...note });
      }
      const {
        value,
        errors,
        message = invalidMessage,
      } = readTyped(page.fields, typed, page.own?.names);
      if (!value) {
        const [first = ""] = Object.keys(errors);
        // A list has no field of its own to show an error at.
        const answer = first in typed ? {} : { focus: first };
        throw new Refusal("invalid", message, { errors, answer });
      }
      if (intent === "preview") return preview(context, page, { value, version });
      return save(context, page, { value, version }).catch(async (error: unknown) => {
        if (!isRefusal(error, "changed")) throw error;
        await settings.renew();
        const answer = { version: settings.versionOf(page) };
        throw new Refusal("changed", conflict, { answer });
      });
    },
  );
}

function versionIn(seen = ""): number {
  return /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
}

type Context = Route.ActionArgs["context"];
interface ReadWords {
  value: object;
  version: number;
}

async function save(context: Context, page: WordsPage, { value, version }: ReadWords) {
  const { db, settings } = context.get(requestContext);
  const admin: Admin = context.get(adminContext);
  await saveSettings(db, admin, page, value, version);
  await Promise.all([settings.renew(), dropDraft(db, admin, page)]);
  return replace(`${wordsPath(page.path)}?saved`);
}

async function preview(context: Context, page: WordsPage, words: ReadWords) {
  await keepDraft(context.get(requestContext).db, context.get(adminContext), page, words);
  // A document load, so that it shows from the top.
  return redirectDocument(`${page.path}?${previewParameter}`);
}

async function discard(context: Context, page: WordsPage) {
  await dropDraft(context.get(requestContext).db, context.get(adminContext), page);
  return replace(`${wordsPath(page.path)}?discarded`);
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<WordsAnswer>(sent, {
    failed: ({ version: _, intent: __, ...values }) => ({ message: failed, values }),
  });

const doneParameters = ["saved", "discarded"];
const toPages = { to: "/admin/settings/words", name: "the pages" };

/** Editor for the texts of one page. */
export default function WordsPageEditor({ loaderData, actionData }: Route.ComponentProps) {
  return <Editor key={loaderData.path} loaded={loaderData} latest={actionData} />;
}

interface EditorProps {
  loaded: Route.ComponentProps["loaderData"];
  latest: WordsAnswer | undefined;
}

function Editor({ loaded, latest }: EditorProps) {
  const { label, path, fields, history, draftedAt, wasSaved, wasDiscarded } = loaded;
  const { typed, changed, version } = loaded;
  const isDone = wasSaved || wasDiscarded;
  // Others' changes reload the page's data, which must neither replace the input nor count as
  // having seen their version. The router also drops the answer then.
  const [{ turn, ...seen }, setSeen] = useState({ typed, changed, version, turn: 0 });
  const [answer, setAnswer] = useState(latest);
  const [before, setBefore] = useState({ latest, isDone });
  if (latest !== before.latest || isDone !== before.isDone) {
    setBefore({ latest, isDone });
    if (isDone && !before.isDone) {
      setSeen({ typed, changed, version, turn: turn + 1 });
      setAnswer(undefined);
    } else if (latest && latest !== before.latest) setAnswer(latest);
  }
  return (
    <SettingsFrame
      title={label}
      lede={`Plain text. ${inBraces(placeholderNames)} are filled in with the company's, from Settings.`}
      back={toPages}
      saved={wasSaved ? "Texts saved" : "Draft discarded"}
      wasSaved={isDone}
      parameters={doneParameters}
      history={history}
      isWide
    >
      <p className="mb-8">
        <a href={path} className="link">
          The page as it is
        </a>
      </p>
      {draftedAt && !answer && (
        <Notice
          className="mb-8"
          title="These texts are not saved yet"
          action={
            <Form method="post" replace>
              <Button type="submit" name="intent" value="discard" size="sm" variant="secondary">
                Discard them
              </Button>{" "}
              <a
                href={`${path}?${previewParameter}`}
                className={buttonClass({ size: "sm", variant: "quiet" })}
              >
                Preview
              </a>
            </Form>
          }
        >
          Last previewed: <Moment at={draftedAt} time />
          <br />
          Visitors see what was saved before.
        </Notice>
      )}
      <WordsForm key={turn} fields={fields} {...seen} answer={answer} />
    </SettingsFrame>
  );
}
