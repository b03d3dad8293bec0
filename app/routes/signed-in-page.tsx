import { useContext } from "react";
import {
  type HeadersArgs,
  type MetaDescriptor,
  Outlet,
  UNSAFE_DataRouterDataContext as RouterData,
  useLocation,
} from "react-router";
import { useLookAgain } from "#app/components/page/look-again.ts";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { deniedParameter } from "#app/domain/accounts/session/landing.ts";
import { companyOf, type MetaPlace } from "#app/domain/settings/use-company.ts";
import { useLiveEvents } from "#app/features/live/follow-events.ts";
import { PageToCome, useSlowPage } from "./page-to-come.tsx";

/** Title of a page of the client area; `title` is its own, without the brand. */
export function signedInMeta(args: MetaPlace, title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${companyOf(args).name}` }, { name: "robots", content: "noindex" }];
}

/** Headers of a page that must not be cached; keeps the action's headers, e.g. `Retry-After`. */
export function privateHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  return headers;
}

/**
 * The page within the frame of the client area or back office: revalidates on others' changes, and
 * shows a skeleton during slow navigations.
 */
export function SignedInOutlet() {
  const lookAgain = useLookAgain();
  const hasAnswer = useHasAnswer();
  useLiveEvents(() => {
    if (!hasAnswer) void lookAgain();
  });
  const isSlow = useSlowPage();
  return (
    <>
      {/* Hidden rather than unmounted, so that input survives if the navigation is cancelled. */}
      <div hidden={isSlow}>
        <Outlet />
      </div>
      {isSlow && <PageToCome />}
    </>
  );
}

/**
 * True if a form of the page was answered and not resubmitted: with errors, a preview, or a link
 * shown once. The router drops answers when it revalidates, so the page doesn't until it is
 * resubmitted or left.
 */
function useHasAnswer(): boolean {
  const answers = Object.values(useContext(RouterData)?.actionData ?? {});
  return answers.some((answer) => answer instanceof Object && Object.keys(answer).length > 0);
}

const parameters = [deniedParameter];

/** Shows once why the user was redirected here. Used in the layouts that guards redirect to. */
export function AccessDenied({
  description = "You don't have permission to access this area",
}: {
  description?: string;
}) {
  const { search } = useLocation();
  if (!new URLSearchParams(search).has(deniedParameter)) return null;
  return (
    <FlashMessage
      isRefusal
      title="Access Denied"
      description={description}
      parameters={parameters}
    />
  );
}

/** The query parameter with the unknown path. */
export const unknownPage = "no-page";

const unknownParameters = [unknownPage];

const maxShown = 80;

/** Says once why the start page is shown instead of the requested one. */
export function UnknownPage() {
  const path = new URLSearchParams(useLocation().search).get(unknownPage);
  if (path === null) return null;
  return (
    <FlashMessage
      isRefusal
      title="Page not found"
      description={`${path.slice(0, maxShown)} leads nowhere, so you are where the back office begins.`}
      parameters={unknownParameters}
      className="mt-6"
    />
  );
}
