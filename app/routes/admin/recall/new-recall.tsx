import { data, Link, redirect } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextArea } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { closureOf } from "#app/domain/lots/lot-closure.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { balanceLots, traceLots, traceUnnamed } from "#app/domain/lots/lot-trace.server.ts";
import { balanceOf, sumsOf } from "#app/domain/lots/lot-trace.ts";
import { listLots } from "#app/domain/lots/lots.server.ts";
import { formerlyInWords, lotInWords } from "#app/domain/lots/lots.ts";
import {
  drillTargetSeconds,
  openSchema,
  recallPath,
  scopeText,
  usualInstructions,
} from "#app/features/recall/recall.ts";
import { openRecall } from "#app/features/recall/recalls.server.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { isUuid, newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { recallScopes } from "#db/schema/values/meat/recalls.ts";
import type { Route } from "./+types/new-recall.ts";
import { BalanceSums, FoundSums } from "./recall-sums.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Start a recall or a drill");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const search = url.searchParams.get("q") ?? "";
  const id = (url.searchParams.get("lot") ?? "").toLowerCase();
  const lot = isUuid(id) ? await orNull(getLot(db, admin, id), log, "load a lot") : null;
  const requestId = newUuid();
  if (!lot) {
    const found = await orNull(listLots(db, admin, { search, limit: 20 }), log, "list lots");
    return data(
      { lot: null, lots: found?.rows ?? null, search, requestId, reach: [] },
      statusOf(found),
    );
  }
  const reach = await orNull(reachesOf(), log, "trace a lot");
  return data(
    { lot, lots: null, search, requestId, reach: reach ?? recallScopes.map(() => null) },
    statusOf(reach),
  );

  /** Returns the reach by scope, looked up once for the lots that have the same for both. */
  async function reachesOf() {
    const closures = await Promise.all(
      recallScopes.map((scope) => closureOf(db, admin, id, scope)),
    );
    const found = new Map<string, ReturnType<typeof reachOf>>();
    return Promise.all(
      recallScopes.map(async (scope, index) => {
        const lotIds = (closures[index] ?? []).toSorted();
        const key = lotIds.join(" ");
        const known = found.get(key);
        const reached = known ?? reachOf(lotIds);
        found.set(key, reached);
        return { scope, isSame: known !== undefined, ...(await reached) };
      }),
    );
  }

  async function reachOf(lotIds: string[]) {
    const [customers, lots, unnamed] = await Promise.all([
      traceLots(db, admin, lotIds),
      balanceLots(db, admin, lotIds),
      traceUnnamed(db, admin, lotIds),
    ]);
    return {
      lots: lotIds.length,
      sums: sumsOf(customers),
      balance: balanceOf(lots),
      unnamed: { products: unnamed.products },
    };
  }
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "The recall could not be opened. Please try again.", log: "opening a recall failed" },
    async (fields, { db }) => {
      const opening = accepted(checkForm(openSchema, fields));
      const id = await openRecall(db, args.context.get(adminContext), opening);
      return redirect(`${recallPath}/${id}`);
    },
  );

export default function NewRecall({ loaderData, actionData }: Route.ComponentProps) {
  const { lot, lots, search, requestId, reach } = loaderData;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={recallPath} where="to the recalls" />}
        title={lot ? `Recall lot ${lot.code}?` : "Start a recall or a drill"}
        lede={
          lot
            ? [lotInWords(lot), lot.supplier, formerlyInWords(lot)].filter(Boolean).join(", ")
            : "Choose the lot that it begins with."
        }
      />
      {!lot && (
        <>
          <ListSearch
            label="Search by code or supplier"
            query={search}
            found={lots && search ? foundInWords({ rows: lots, hasMore: false }, "lot") : undefined}
          />
          {!lots ? (
            <LoadFailure message="The lots could not be loaded. Please try again." />
          ) : lots.length === 0 ? (
            <EmptyState title="No lot has that code" underHead />
          ) : (
            <ul className="mt-6 max-w-3xl border-t border-ink">
              {lots.map((one) => (
                <li key={one.id} className="border-b border-rule">
                  <Link
                    to={`${recallPath}/new?lot=${one.id}`}
                    className="flex min-h-11 flex-wrap items-center gap-x-4 py-2 hover:text-oxblood"
                  >
                    <span className="font-semibold break-words">
                      {one.code}
                      {one.formerCodes.length > 0 && (
                        <span className="font-normal">, {formerlyInWords(one)}</span>
                      )}
                    </span>
                    <span className="text-ink-soft">
                      {[lotInWords(one), one.supplier].filter(Boolean).join(" · ")}
                    </span>
                    {one.isHeld && <Badge tone="cancelled">On hold</Badge>}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {lot && reach.some((one) => one === null) && (
        <LoadFailure message="What the lot reaches could not be loaded. You can open the recall all the same." />
      )}
      {lot && (
        <AnsweredForm answer={actionData} className="mt-8 grid max-w-3xl gap-6">
          <input
            type="hidden"
            name="requestId"
            value={actionData?.values?.requestId ?? requestId}
          />
          <input type="hidden" name="lotId" value={lot.id} />
          <fieldset>
            <legend className="font-display text-title">Scope</legend>
            {recallScopes.map((scope) => {
              const found = reach.find((one) => one?.scope === scope);
              return (
                <div key={scope} className="border-t border-rule py-4">
                  <label className="flex min-h-11 items-center gap-3 font-semibold">
                    <input
                      type="radio"
                      name="scope"
                      value={scope}
                      defaultChecked={(actionData?.values?.scope ?? "both") === scope}
                      className="size-5 shrink-0 accent-oxblood"
                    />
                    {scopeText[scope]}
                  </label>
                  {found?.isSame && <p>The same: we know of no lot that it was made from.</p>}
                  {found && !found.isSame && (
                    <>
                      <FoundSums lots={found.lots} sums={found.sums} />
                      <BalanceSums balance={found.balance} unnamed={found.unnamed} />
                    </>
                  )}
                </div>
              );
            })}
          </fieldset>
          <TextArea
            label="Why"
            hint="Clients read this in the mail"
            rows={3}
            maxLength={1000}
            required
            {...answeredField(actionData, "reason")}
          />
          <TextArea
            label="What clients are to do"
            rows={3}
            maxLength={1000}
            required
            {...answeredField(
              {
                values: { instructions: usualInstructions, ...actionData?.values },
                errors: actionData?.errors,
              },
              "instructions",
            )}
          />
          {actionData?.message && <Notice tone="error" title={actionData.message} />}
          <p className="text-ink-soft">
            A recall puts these lots on hold at once; clients are mailed only when you say so on the
            next page. A drill holds nothing and mails nobody: it times how long it takes you to
            have the list in your hands, which should be within {drillTargetSeconds} seconds.
          </p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="recall">
              Open the recall
            </SubmitButton>
            <SubmitButton name="intent" value="drill" variant="secondary">
              Start a drill
            </SubmitButton>
            <ButtonLink to={recallPath} variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </AnsweredForm>
      )}
    </>
  );
}
