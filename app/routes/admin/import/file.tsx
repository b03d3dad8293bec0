import { useState } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { invitationMs } from "#app/domain/accounts/lifetimes.ts";
import {
  decideOpeningCatalogue,
  readOpeningCatalogue,
} from "#app/domain/catalogue/opening-catalogue.server.ts";
import {
  openingActionIn,
  openingActions,
  samplesRemoved,
  wasOrdered,
} from "#app/domain/catalogue/opening-catalogue.ts";
import {
  type ImportDetails,
  type ImportRefusal,
  importedInWords,
  importFailed,
  importRefusalText,
  newAndChanged,
  rowFilterIn,
  rowFilters,
  rowFilterText,
} from "#app/features/imports/import-file.ts";
import { undoTime } from "#app/features/imports/import-limits.ts";
import {
  applyImport,
  compareAgain,
  discardImport,
  getImport,
  listImportRows,
  undoImport,
} from "#app/features/imports/imports.server.ts";
import { counted, isAtWork, kindText } from "#app/features/imports/kinds.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { lookUp, orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { LinksWarning } from "../links-warning.tsx";
import { importPage } from "../navigation.ts";
import { OpeningButtons, SamplesRemoved } from "../opening-catalogue.tsx";
import type { Route } from "./+types/file.ts";
import { FileRows } from "./file-rows.tsx";
import { FollowWork } from "./follow-work.tsx";
import {
  columnsPage,
  importFilePage,
  kindPage,
  pageNumberIn,
  rowsAddress,
} from "./import-addresses.ts";
import { NoFile } from "./no-file.tsx";
import { UndoImport } from "./undo-import.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.file?.fileName ?? importPage.label);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const filter = rowFilterIn(url.searchParams.get("rows"));
  const page = pageNumberIn(url);
  const [found, list] = await Promise.all([
    lookUp(getImport(db, admin, params.id), log, "load an import"),
    orNull(listImportRows(db, admin, params.id, { filter, page }), log, "list rows of an import"),
  ]);
  const { value: file, isMissing } = found;
  if (file?.state === "columns") throw redirect(columnsPage(file.id));
  const { status } = isMissing ? { status: 404 } : statusOf(file, list);
  const isAsked =
    file !== null && (await asksAboutOpening(context.get(requestContext), admin, file));
  return data({ file, isMissing, list, filter, page, isAsked }, { status });
}

/** Asks once, before the first import, as the file may name samples with the same numbers. */
async function asksAboutOpening(
  { db, log, settings }: Pick<RequestContext, "db" | "log" | "settings">,
  admin: Admin,
  { kind, state }: ImportDetails,
): Promise<boolean> {
  if (state !== "read" || (kind !== "products" && kind !== "prices")) return false;
  const opening = await orNull(
    readOpeningCatalogue(db, settings, admin),
    log,
    "look for the opening catalogue",
  );
  return opening?.canBeginEmpty === true && !opening.isKept;
}

const sensitive: ReadonlySet<string> = new Set(["apply", "undo", ...openingActions]);

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: importFailed,
      log: "going on with an import failed",
      facts: ({ intent }) => ({ intent }),
      proof: proofFor(({ intent = "" }) => sensitive.has(intent)),
    },
    async (fields, services) => {
      const { id } = args.params;
      const admin = args.context.get(adminContext);
      const opening = openingActionIn(fields.intent);
      const removed = opening
        ? await decideOpeningCatalogue(services.db, services.settings, admin, opening)
        : 0;
      if (removed === null) throw new Refusal("ordered", wasOrdered);
      const intent = opening === "begin-empty" ? "compare" : fields.intent;
      if (opening && opening !== "begin-empty") return redirect(importFilePage(id));
      const refusal = await perform(services, admin, id, { ...fields, ...(intent && { intent }) });
      if (refusal === undefined) throw new Refusal("invalid", importFailed);
      if (refusal) throw new Refusal(refusal, importRefusalText[refusal]);
      const said = removed > 0 ? `?${samplesRemoved}=${removed}` : "";
      return redirect(fields.intent === "discard" ? importPage.to : importFilePage(id) + said);
    },
  );

async function perform(
  { db }: Pick<RequestContext, "db">,
  admin: Admin,
  id: string,
  { intent, invites, anyway }: Record<string, string>,
): Promise<ImportRefusal | null | undefined> {
  switch (intent) {
    case "apply":
      return applyImport(db, admin, id, invites !== undefined);
    case "compare":
      return compareAgain(db, admin, id);
    case "undo":
      return undoImport(db, admin, id, anyway !== undefined);
    case "discard":
      return discardImport(db, admin, id);
    default:
      return undefined;
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: importFailed, looksAgain: () => true });

const panelId = "import-rows";

/** A file: what its rows would change, and the result. */
export default function File({ loaderData, actionData }: Route.ComponentProps) {
  const { file, isMissing, isAsked } = loaderData;
  // The router drops a form's answer when the page revalidates.
  const [answer, setAnswer] = useState<FormAnswer | undefined>(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  if (!file) return <NoFile isMissing={isMissing} />;
  const { kind, fileName, createdAt, createdBy } = file;
  return (
    <>
      <SamplesRemoved />
      <PageHeader
        before={<BackLink to={importPage.to} where="to import and export" />}
        title={<span className="wrap-anywhere">{fileName}</span>}
        lede={
          <>
            {kindText[kind].label}, sent <Moment at={createdAt} time />
            {createdBy && ` by ${createdBy}`}
          </>
        }
      />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      {isAtWork(file.state) ? (
        <FollowWork file={file} />
      ) : (
        <>
          <Said file={file} />
          {isAsked && <OpeningQuestion />}
          <GoOn file={file} isAsked={isAsked} />
          {file.state !== "failed" && <Rows {...loaderData} file={file} />}
        </>
      )}
    </>
  );
}

const inWords = (count: number) => count.toLocaleString("en-CA");

function Said({ file }: { file: ImportDetails }) {
  const { kind, state, problem, counts, appliedAt, undoneAt } = file;
  const { new: added, changed, refused, kept } = counts;
  if (problem) return <Notice tone="error" title={problem} className="mt-6" />;
  if (state === "applied") {
    return (
      <Notice tone="success" title={importedInWords(counts)} className="mt-6">
        {appliedAt && (
          <p>
            <Moment at={appliedAt} time />
            {file.canUndo && `; it can be undone for ${undoTime}`}
          </p>
        )}
      </Notice>
    );
  }
  if (state === "undone") {
    return (
      <Notice
        tone="success"
        title={kept > 0 ? `Undone, but for ${counted(kept, kind)}` : "Undone"}
        className="mt-6"
      >
        <p>
          {undoneAt && <Moment at={undoneAt} time />}
          {kept > 0 && "; why they stay is said with each, under “Not undone”"}
        </p>
      </Notice>
    );
  }
  if (refused > 0) {
    return (
      <Notice tone="error" title={`${counted(refused, kind)} refused`} className="mt-6">
        <p>
          A file is imported as a whole or not at all. Please correct these rows in your file, and
          upload it again.
        </p>
      </Notice>
    );
  }
  if (added + changed === 0) {
    return (
      <Notice tone="success" title="The shop has all of this already" className="mt-6">
        <p>Every row is unchanged: there is nothing to import.</p>
      </Notice>
    );
  }
  return null;
}

/** Asked once, as the file's changes depend on the answer. */
function OpeningQuestion() {
  return (
    <Notice title="Does this replace the opening catalogue?" className="mt-6">
      <p>
        The shop still has the sample products that it came with. If your file is your catalogue,
        begin with an empty one: the samples are removed, and your rows are compared again. If you
        keep them, a row with the number of a sample changes that sample.
      </p>
      <OpeningButtons actions={["begin-empty", "keep-opening"]} />
    </Notice>
  );
}

function GoOn({ file, isAsked }: { file: ImportDetails; isAsked: boolean }) {
  const { id, kind, state, counts } = file;
  const { formData } = useNavigation();
  const isDoing = (intent: string) => formData?.get("intent") === intent;
  const canApply = state === "read" && counts.refused === 0 && counts.new + counts.changed > 0;
  const canChange = state === "read" || state === "failed";
  if (!canApply && !canChange && !file.canUndo) return null;
  return (
    <div className="mt-6 grid gap-4">
      {canApply && !isAsked && counts.stale === 0 && (
        <Form method="post" replace>
          <input type="hidden" name="intent" value="apply" />
          {kind === "clients" && counts.new > 0 && (
            <div className="mb-4">
              <Checkbox name="invites" label="Invite the new clients by mail" />
              <p className="max-w-2xl text-sm text-ink-soft">
                Each gets a link to choose a password, good for {daysInWords(invitationMs)}. Without
                it they can choose one by “Forgot password” whenever you tell them.
              </p>
              <LinksWarning className="max-w-2xl text-sm" />
            </div>
          )}
          <Button type="submit" pending={isDoing("apply")}>
            {`Import ${newAndChanged(counts)}`}
          </Button>
        </Form>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {state === "read" && counts.stale > 0 && (
          <ActionButton
            intent="compare"
            label="Compare again"
            pending={isDoing("compare")}
            variant="primary"
          />
        )}
        {canChange && (
          <>
            {/* The most useful action first: refused rows are corrected in the file, or were read
                from the wrong column. */}
            <ButtonLink to={kindPage(kind)} variant={counts.refused > 0 ? "primary" : "secondary"}>
              {counts.refused > 0 ? "Upload the corrected file" : "Upload another file"}
            </ButtonLink>
            <Link to={columnsPage(id)} className="link inline-flex min-h-11 items-center">
              Change the columns
            </Link>
            {(state === "failed" ? file.columns !== null : counts.stale === 0) && (
              <ActionButton intent="compare" label="Compare again" pending={isDoing("compare")} />
            )}
            <ActionButton intent="discard" label="Discard the file" pending={isDoing("discard")} />
          </>
        )}
        {file.canUndo && <UndoImport what={newAndChanged(counts)} first={file.undoFirst} />}
      </div>
    </div>
  );
}

interface ActionProps {
  intent: string;
  label: string;
  pending: boolean;
  variant?: "primary" | "secondary";
}

function ActionButton({ intent, label, pending, variant = "secondary" }: ActionProps) {
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant={variant} pending={pending}>
        {label}
      </Button>
    </Form>
  );
}

function Rows({
  file,
  list,
  filter,
  page,
}: Omit<Route.ComponentProps["loaderData"], "file"> & { file: ImportDetails }) {
  const { id, counts } = file;
  const all = counts.new + counts.changed + counts.unchanged + counts.refused;
  const value = filter ?? "all";
  const tabs = [
    { id: "all", label: `All (${inWords(all)})`, to: rowsAddress(id, undefined) },
    ...rowFilters
      .filter((one) => counts[one] > 0 || one === filter)
      .map((one) => ({
        id: one,
        label: `${rowFilterText[one]} (${inWords(counts[one])})`,
        to: rowsAddress(id, one),
      })),
  ];
  return (
    <>
      <LinkTabs label="Which rows" tabs={tabs} value={value} panelId={panelId} className="mt-10" />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, value)} className="pt-4">
        {!list ? (
          <LoadFailure message="The rows could not be loaded. Please try again." />
        ) : list.rows.length === 0 ? (
          <p className="py-6 text-ink-soft">
            {all === 0 ? "The rows of an import are kept for a month." : "There are no rows here."}
          </p>
        ) : (
          <>
            <FileRows rows={list.rows} />
            <Pagination
              label="Pages of rows"
              prevHref={page > 1 ? rowsAddress(id, filter, page - 1) : null}
              nextHref={list.hasMore ? rowsAddress(id, filter, page + 1) : null}
            />
          </>
        )}
      </div>
    </>
  );
}
