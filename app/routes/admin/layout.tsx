import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePageFocus } from "#app/components/use-page-focus.ts";
import { Wordmark } from "#app/components/wordmark.tsx";
import { site } from "#app/content/site.ts";
import { requestContext } from "#app/context.server.ts";
import { adminContext } from "#app/features/auth/capability-contexts.server.ts";
import { isDesignated, requireAdmin } from "#app/features/auth/guards.server.ts";
import { DeskError } from "../desk-error.tsx";
import { deskMeta } from "../desk-meta.ts";
import { DeskOutlet } from "../desk-outlet.tsx";
import type { Route } from "./+types/layout.ts";
import { waysOn } from "./navigation.ts";
import { SideMenu, SmallScreenMenu } from "./side-menu.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = () => deskMeta("Admin");

/** Also what makes a client navigation run the guard. */
export function loader({ context }: Route.LoaderArgs) {
  const admin = context.get(adminContext);
  const { adminEmail } = context.get(requestContext);
  return { email: admin.email, isImageEditor: isDesignated(admin, adminEmail) };
}

/** The frame of the back office. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <DeskOutlet />
    </Frame>
  );
}

/** A page that failed keeps its frame: one can go on from there. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? { email: "", isImageEditor: false })}>
      <DeskError error={error} ways={waysOn} />
    </Frame>
  );
}

interface FrameProps {
  email: string;
  isImageEditor: boolean;
  children: ReactNode;
}

function Frame({ email, isImageEditor, children }: FrameProps) {
  const main = usePageFocus();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="relative border-b border-ink print:hidden">
        <div className="page-width flex h-16 items-center gap-x-6 md:h-18">
          <SmallScreenMenu withImages={isImageEditor} />
          <Link to="/admin" className="mr-auto shrink-0">
            <Wordmark shortName={site.shortName} rest={site.nameSuffix} />
          </Link>
          <div className="min-w-0 truncate text-xs text-ink-soft md:text-sm">
            <span className="sr-only">Signed in as </span>
            {email}
          </div>
        </div>
      </header>
      <div className="page-width md:flex md:gap-x-8 lg:gap-x-12">
        <SideMenu withImages={isImageEditor} />
        <main ref={main} id="main" tabIndex={-1} className="min-w-0 grow pb-20 print:pb-0">
          {children}
        </main>
      </div>
    </>
  );
}
