import { useEffect, useState } from "react";
import { Link, redirect } from "react-router";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { CredentialFields } from "#app/domain/accounts/credentials/credential-fields.tsx";
import {
  type FormAnswer,
  unexpectedMessage,
} from "#app/domain/accounts/credentials/form-answer.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import {
  deniedParameter,
  landingOf,
  nextParameter,
  safeNext,
  securityPath,
} from "#app/domain/accounts/session/landing.ts";
import { invitedSender } from "#app/features/inquiries/inbox/invitations.server.ts";
import { invitationParameter, proofParameter } from "#app/features/inquiries/inquiry.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import { capabilitiesOfRequest } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { privateHeaders } from "../signed-in-page.tsx";
import { pageMeta } from "../storefront/frame/page-meta.ts";
import { pageWords } from "../storefront/frame/page-words.server.ts";
import type { Route } from "./+types/login.ts";
import { signInAndGo, signUpAndGo } from "./login.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Wholesale Login",
    description: "Sign in to your wholesale account, or open one and order at any hour.",
  });

export const headers: Route.HeadersFunction = privateHeaders;

function readSearch({ searchParams }: URL) {
  const creating = searchParams.has("create");
  const next = safeNext(searchParams.get(nextParameter));
  const denied = searchParams.has(deniedParameter);
  const invitation = (creating && searchParams.get(invitationParameter)) || null;
  const proof = (invitation && searchParams.get(proofParameter)) || "";
  return { creating, next, denied, invitation, proof };
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { denied, ...wish } = readSearch(url);
  const { client, staff, staffAccount } = await capabilitiesOfRequest(request, context);
  if (client) {
    const landing = staffAccount && !staff ? securityPath : landingOf(staff);
    throw redirect(denied ? `${landing}?${deniedParameter}` : (wish.next ?? landing));
  }
  const { db, log } = context.get(requestContext);
  const { invitation } = wish;
  const { title, points } = pageWords(context, wordsPages.wholesale).benefits;
  const benefits = { title, points: points.length > 4 ? points.slice(1, 5) : points };
  const invited = invitation && orNull(invitedSender(db, invitation), log, "load an invitation");
  return { ...wish, prefill: (await invited) || {}, benefits };
}

export function action(args: Route.ActionArgs) {
  const { request, url } = args;
  const { creating, next, proof } = readSearch(url);
  const log = creating ? "sign-up failed" : "sign-in failed";
  return answerForm<FormAnswer>(args, { failed: unexpectedMessage, log }, (fields, services) =>
    creating
      ? signUpAndGo(services, request, fields, { next, proof })
      : signInAndGo(services, request, fields, next),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => {
  const { searchParams } = new URL(sent.request.url);
  return submitForm(sent, searchParams.has("create") ? "signUpForm" : "signInForm");
};

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { creating, next, invitation, proof, prefill, benefits } = loaderData;
  const query = new URLSearchParams({
    ...(next && { [nextParameter]: next }),
    ...(invitation && { [invitationParameter]: invitation }),
    ...(proof && { [proofParameter]: proof }),
  });
  const here = (face: "create" | "") => `/login${asQuery(face, query)}`;
  const tabs = [
    { id: "sign-in", label: "Sign in", to: here("") },
    { id: "create", label: "Create wholesale account", to: here("create") },
  ];
  const chosen = creating ? "create" : "sign-in";
  return (
    <div className="page-width">
      <PageHeader
        size="page"
        title="Wholesale Login"
        lede="For butchers, restaurants, grocers and meal-prep kitchens that buy from us."
      />
      <div className="grid-page mt-10 gap-y-16">
        <div className="col-span-12 md:col-span-7 lg:col-span-6">
          <LinkTabs label="Wholesale Login" tabs={tabs} value={chosen} panelId="account" />
          <div
            id="account"
            role="tabpanel"
            aria-labelledby={tabId("account", chosen)}
            className="pt-8"
          >
            {actionData?.done ? (
              <Notice tone="success" title={actionData.done}>
                The link in it works for one hour. If nothing arrives, check your junk folder.
              </Notice>
            ) : (
              <>
                <KeptSale next={next} />
                <AccountForm
                  action={here(creating ? "create" : "")}
                  answer={actionData}
                  label={creating ? "Create account" : "Sign in"}
                  aside={
                    !creating && <TextLink to="/forgot-password">Forgot your password?</TextLink>
                  }
                >
                  <CredentialFields
                    creating={creating}
                    answer={{ values: prefill, ...actionData }}
                  />
                </AccountForm>
              </>
            )}
          </div>
        </div>
        <Benefits {...benefits} />
      </div>
    </div>
  );
}

/** Says on the way back to a till that this browser keeps its unsent sale. */
function KeptSale({ next }: { next: string | null }) {
  const [, tillId] = /^\/admin\/counter\/([\da-f-]{36})(?=[/?#]|$)/.exec(next ?? "") ?? [];
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (tillId === undefined) return;
    // Loaded only here, as most people who sign in have no till.
    void import("#app/features/counter/till/basket.ts").then(({ keepsSaleOf }) =>
      setKept(keepsSaleOf(tillId)),
    );
  }, [tillId]);
  return (
    <p role="status" className="mb-6 font-semibold empty:hidden">
      {isKept &&
        "The open sale is kept in this browser for the person who began it. Sign in to go on."}
    </p>
  );
}

function Benefits({ title, points }: Awaited<ReturnType<typeof loader>>["benefits"]) {
  return (
    <aside className="col-span-12 border-t border-ink pt-5 md:col-span-4 md:col-start-9">
      <h2 className="text-title">{title}</h2>
      <dl className="mt-5">
        {points.map(({ title, text }) => (
          <div key={title} className="border-t border-rule py-4 first:border-t-0 first:pt-0">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-[0.9375rem] text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <Link to="/wholesale" prefetch="intent" className="link">
        Wholesale Info
      </Link>
    </aside>
  );
}

function asQuery(face: string, query: URLSearchParams): string {
  const all = [face, query.toString()].filter(Boolean).join("&");
  return all && `?${all}`;
}
