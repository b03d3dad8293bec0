import { data, Link, redirect } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { planPath } from "#app/domain/cutting/plan/plan.ts";
import { freshPrimal, perCentInWords, yieldsPath } from "#app/domain/cutting/plan/primal-form.ts";
import {
  fillWithSample,
  listPrimals,
  type NamedPrimal,
} from "#app/domain/cutting/plan/primals.server.ts";
import { adminContext, isOwner, staffWith } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/yields.ts";
import { actualInWords } from "./plan-parts.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Cuts and usual yields");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const primals = await orNull(listPrimals(db, staff), log, "list usual yields");
  const said = ["saved", "removed", "filled"].find((name) => url.searchParams.has(name)) ?? null;
  return data({ primals, said, isOwner: isOwner(staff) }, statusOf(primals));
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "The table could not be filled. Please try again.", log: "filling in yields failed" },
    async (_, { db }) => {
      await fillWithSample(db, args.context.get(adminContext));
      return redirect(`${yieldsPath}?filled`);
    },
  );

const saidNames = ["saved", "removed", "filled"];
const saidText: Record<string, string> = {
  saved: "Usual yields saved",
  removed: "Primal removed",
  filled: "Sample yields filled in",
};

export default function Yields({ loaderData, actionData }: Route.ComponentProps) {
  const { primals, said, isOwner } = loaderData;
  const adding = isOwner && (
    <ButtonLink to={`${yieldsPath}/${freshPrimal}`}>Add a primal</ButtonLink>
  );
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={planPath} where="to what to cut" />}
        title="Cuts and usual yields"
        lede="A yield is how much of a primal becomes a cut: 62.5% means that 100 lb gives 62.5 lb. What to cut and what to buy are worked out from it."
        actions={primals && primals.length > 0 && adding}
      />
      {said && (
        <FlashMessage title={saidText[said] ?? ""} parameters={saidNames} className="mt-6" />
      )}
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      {!primals ? (
        <LoadFailure message="The yields could not be loaded. Please try again." />
      ) : primals.length === 0 ? (
        <EmptyState title="No primals yet" underHead action={adding || undefined}>
          <p>
            {isOwner
              ? "Add what you buy to cut, or begin with sample figures, which stay marked as samples until you save your own."
              : "The owner adds what is bought to cut, and the usual yields."}
          </p>
          {isOwner && (
            <AnsweredForm answer={actionData} className="mt-4">
              <SubmitButton variant="secondary">Fill in sample yields</SubmitButton>
            </AnsweredForm>
          )}
        </EmptyState>
      ) : (
        <>
          {primals.some(({ isSample }) => isSample) && (
            <Notice className="mt-6 max-w-3xl" title="These are sample yields">
              They are rounded figures, not your own. Edit each marked primal and save your figures.
            </Notice>
          )}
          {primals.map((primal) => (
            <PrimalTable key={primal.id} primal={primal} isOwner={isOwner} />
          ))}
        </>
      )}
    </>
  );
}

function PrimalTable({ primal, isOwner }: { primal: NamedPrimal; isOwner: boolean }) {
  const { id, name, isSample, isTrim, trimPct, productName, cuts, actualTrim } = primal;
  const facts = [
    productName ? `Received as ${productName}` : null,
    isTrim ? "Ground, and gets the trim of the others" : null,
    trimPct === null ? null : `${perCentInWords(trimPct)} trim`,
    actualTrim && `trim was ${actualInWords(actualTrim)}`,
  ].filter(Boolean);
  return (
    <section aria-labelledby={`primal-${id}`} className="mt-10 max-w-3xl">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={`primal-${id}`} className="min-w-0 text-title break-words">
          {name} {isSample && <Badge>Sample yields</Badge>}
        </h2>
        {isOwner && (
          <Link
            to={`${yieldsPath}/${id}`}
            className="link inline-flex min-h-11 items-center print:hidden"
          >
            Edit<span className="sr-only"> {name}</span>
          </Link>
        )}
      </div>
      {facts.length > 0 && <p className="mb-3 text-ink-soft">{facts.join(" · ")}</p>}
      {cuts.length === 0 ? (
        <p className="border-t border-ink pt-3">No cut comes of it yet.</p>
      ) : (
        <Table
          label={`Cuts of ${name}`}
          columns={[
            "Cut",
            { head: "Part", className: "hidden sm:table-cell" },
            { head: isSample ? "Sample yield" : "Usual yield", numeric: true },
            { head: "Your sheets", numeric: true },
          ]}
        >
          {cuts.map((cut) => (
            <tr key={cut.productId}>
              <Th scope="row" className="wrap-anywhere">
                {cut.name}
                {cut.part && (
                  <span className="block text-sm font-normal text-ink-soft sm:hidden">
                    {cut.part}
                  </span>
                )}
              </Th>
              <Td className="hidden sm:table-cell">{cut.part}</Td>
              <Td numeric>{perCentInWords(cut.yieldPct)}</Td>
              <Td numeric>{cut.actual ? actualInWords(cut.actual) : "None yet"}</Td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
