import { useEffect } from "react";
import { data, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { confirmPath, noProof } from "#app/domain/accounts/proof/proof.ts";
import { ProofForm } from "#app/domain/accounts/proof/proof-form.tsx";
import { isRecent, refusalOf, waysOf } from "#app/domain/accounts/proof/recent-proof.server.ts";
import { nextParameter, safeNext } from "#app/domain/accounts/session/landing.ts";
import { staffAccountContext } from "#app/guards/guards.server.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/confirm.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Confirm that it is you");

export const headers: Route.HeadersFunction = privateHeaders;

/** Returns the path of a back office file; ignores anything else. */
function wantedOf({ searchParams }: URL): string {
  const next = safeNext(searchParams.get(nextParameter));
  return next?.startsWith("/admin/exports/") ? next : "/admin";
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = context.get(staffAccountContext);
  const ways = await waysOf(context.get(requestContext).db, account);
  return { ...ways, wanted: wantedOf(url), isConfirmed: isRecent(account) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const refusal = await refusalOf(
    services,
    context.get(staffAccountContext),
    await readForm(request),
  );
  if (refusal === null) {
    return redirect(`${confirmPath}?${new URLSearchParams({ [nextParameter]: wantedOf(url) })}`);
  }
  const { status, message = noProof, wait } = refusal;
  return data({ message }, { status, headers: wait ? { "Retry-After": String(wait) } : undefined });
}

const pageOfList: [lists: RegExp, page: string][] = [
  [/^(orders|order-items)$/, "/admin/orders"],
  [/^invoices$/, "/admin/invoices"],
  [/^(products|scale-items)$/, "/admin/products"],
  [/^prices$/, "/admin/prices"],
  [/^lots$/, "/admin/lots"],
  [/^receipts$/, "/admin/receiving"],
  [/^(document-lines|ledger|payments|accounting)$/, "/admin/accounting"],
  [/^(sales|taxes)$/, "/admin/sales"],
  [/^cutting-plan$/, "/admin/cutting/plan"],
  [/^(clients|sites)$/, "/admin/clients"],
  [/^balances$/, "/admin/receivables"],
];

/** Returns the page to go back to from a wanted file, with its filters. */
function backFrom(wanted: string): string {
  const [path = "", query] = wanted.split("?");
  const [, list = ""] = /^\/admin\/exports\/([a-z-]+)/.exec(path) ?? [];
  const page = pageOfList.find(([lists]) => lists.test(list))?.[1];
  return page ? `${page}${query ? `?${query}` : ""}` : "/admin";
}

/** Asks for a proof of identity before a whole list is exported; then the download begins. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { wanted, isConfirmed, ...ways } = loaderData;
  const isFile = wanted !== "/admin";
  useEffect(() => {
    if (isConfirmed && isFile) window.location.assign(wanted);
  }, [isConfirmed, isFile, wanted]);
  if (!isConfirmed) {
    const query = new URLSearchParams({ [nextParameter]: wanted });
    return (
      <ProofForm
        {...ways}
        action={`${confirmPath}?${query}`}
        fields={[]}
        message={actionData?.message}
        back={backFrom(wanted)}
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Thank you"
        lede={isFile ? "Your download begins. If it does not, press the button." : undefined}
      />
      <div className="mt-8 flex flex-wrap gap-3">
        <a href={wanted} className={buttonClass()}>
          {isFile ? "Download" : "Go on"}
        </a>
        {isFile && (
          <ButtonLink to={backFrom(wanted)} variant="secondary">
            Back to the list
          </ButtonLink>
        )}
      </div>
    </>
  );
}
