import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePageFocus, usePageIsBusy } from "#app/components/page/page-change.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { site } from "#app/content/site.ts";
import { requestContext } from "#app/context.server.ts";
import { adminContext, isDesignated, requireAdmin } from "#app/features/auth/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { AccessDenied, SignedInOutlet, signedInMeta } from "#app/routes/signed-in-page.tsx";
import { SignedInError } from "../signed-in-error.tsx";
import type { Route } from "./+types/layout.ts";
import { usefulLinks } from "./navigation.ts";
import { SideMenu, SmallScreenMenu } from "./side-menu.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = () => signedInMeta("Admin");

/** Required for the guard to run on client navigations. */
export async function loader({ context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const { adminEmail, inboxCount, log } = context.get(requestContext);
  const waiting = await orNull(inboxCount.waiting(admin), log, "count the inbox");
  const isImageEditor = isDesignated(admin, adminEmail);
  return { email: admin.email, imageEditor: adminEmail, isImageEditor, waiting };
}

/** The frame of the back office. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <AccessDenied
        description={`Only ${loaderData.imageEditor} can edit images. You are signed in as ${loaderData.email}.`}
      />
      <SignedInOutlet />
    </Frame>
  );
}

/** Errors keep the frame, so that the user can navigate on. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? nobody)}>
      <SignedInError error={error} ways={usefulLinks} audience="staff" />
    </Frame>
  );
}

type FrameFacts = Awaited<ReturnType<typeof loader>>;

/** Used if the frame's own data couldn't be loaded. */
const nobody: FrameFacts = { email: "", imageEditor: "", isImageEditor: false, waiting: null };

function Frame({ children, ...facts }: FrameFacts & { children: ReactNode }) {
  const main = usePageFocus();
  const isBusy = usePageIsBusy();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="relative border-b border-ink print:hidden">
        <div className="page-width flex h-16 items-center gap-x-6 md:h-18">
          <SmallScreenMenu {...facts} />
          <Link to="/admin" className="mr-auto shrink-0">
            <Wordmark shortName={site.shortName} rest={site.nameSuffix} />
          </Link>
          <div className="min-w-0 truncate text-xs text-ink-soft md:text-sm">
            <span className="sr-only">Signed in as </span>
            {facts.email}
          </div>
        </div>
      </header>
      <div className="page-width md:flex md:gap-x-8 lg:gap-x-12">
        <SideMenu {...facts} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          aria-busy={isBusy}
          className="min-w-0 grow pb-20 print:pb-0"
        >
          {children}
        </main>
      </div>
    </>
  );
}
