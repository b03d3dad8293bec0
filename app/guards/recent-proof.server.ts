import { type ActionFunctionArgs, data, type MiddlewareFunction, redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { confirmPath, type ProofWanted, proofField } from "#app/domain/accounts/proof/proof.ts";
import { isRecent, refusalOf, waysOf } from "#app/domain/accounts/proof/recent-proof.server.ts";
import { nextParameter } from "#app/domain/accounts/session/landing.ts";
import { readForm, textsOf } from "#app/lib/form/submitted-form.ts";
import { staffAccountContext } from "./guards.server.ts";

/** Selects the forms of an action that ask for a proof; by default all of them. */
type Sensitive = (fields: Record<string, string>) => boolean;

/** Like `requireRecentProof`, for some of an action's forms. */
export function proofFor(isSensitive: Sensitive) {
  return (args: Parameters<typeof requireRecentProof>[0]) => requireRecentProof(args, isSensitive);
}

/**
 * Lets a form through only if its sender proved who they are within the last minutes. Otherwise the
 * error boundary asks, with 403, and resubmits the same fields. Call it first in an action below
 * `requireAdmin` or `requireStaffAccount`; the action reads the form after it.
 *
 * @throws the question, for the error boundary
 */
export async function requireRecentProof(
  { request, context, url }: Pick<ActionFunctionArgs, "request" | "context" | "url">,
  isSensitive: Sensitive = () => true,
): Promise<void> {
  const account = context.get(staffAccountContext);
  if (isRecent(account)) return;
  const form = await readForm(request.clone());
  if (!isSensitive(textsOf(form))) return;
  const services = context.get(requestContext);
  const refusal = await refusalOf(services, account, form);
  if (refusal === null) return;
  const { status, message, wait } = refusal;
  // The page's URL; the router's own requests end in `.data`.
  const { pathname, search } = url;
  const wanted: ProofWanted = {
    ...(await waysOf(services.db, account)),
    proofWanted: true,
    action: pathname + search,
    fields: [...form].filter(isRepeated),
    ...(message && { message }),
  };
  throw data(wanted, { status, headers: wait ? { "Retry-After": String(wait) } : {} });
}

/** Like `requireRecentProof`, as a middleware for reading: asks on a page that leads on. */
export const recentProofToRead: MiddlewareFunction<Response> = (
  { request, context, url },
  next,
) => {
  if (!isReading(request) || isRecent(context.get(staffAccountContext))) return next();
  throw redirect(
    `${confirmPath}?${new URLSearchParams({ [nextParameter]: url.pathname + url.search })}`,
  );
};

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

const names: readonly string[] = Object.values(proofField);

function isRepeated(entry: [string, FormDataEntryValue]): entry is [string, string] {
  return typeof entry[1] === "string" && !names.includes(entry[0]);
}
