import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePageFocus, usePageIsBusy } from "#app/components/page/page-change.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  isDesignated,
  isOwner,
  requireStaff,
  staffWith,
} from "#app/features/auth/guards.server.ts";
import type { StaffRole } from "#app/features/auth/staff-roles.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { orNull } from "#app/lib/or-null.ts";
import { AccessDenied, SignedInOutlet, signedInMeta } from "#app/routes/signed-in-page.tsx";
import { SignedInError } from "../signed-in-error.tsx";
import type { Route } from "./+types/layout.ts";
import { accessTo } from "./access.ts";
import { homePage } from "./navigation.ts";
import { SideMenu, SmallScreenMenu } from "./side-menu.tsx";

/** Asks for what the page needs (access.ts). */
export const middleware: Route.MiddlewareFunction[] = [
  (args, next) => requireStaff(accessTo(args.pattern, args.request.method))(args, next),
];

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Admin");

/** Required for the guard to run on client navigations. */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context);
  const { adminEmail, inboxCount, log } = context.get(requestContext);
  const waiting = isOwner(staff)
    ? await orNull(inboxCount.waiting(staff), log, "count the inbox")
    : null;
  const isImageEditor = isDesignated(staff, adminEmail);
  const { email, staffRole } = staff;
  return { email, staffRole, imageEditor: adminEmail, isImageEditor, waiting };
}

/** The frame of the back office. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <AccessDenied
        description={loaderData.staffRole === "owner" ? imagesDenied(loaderData) : undefined}
      />
      <SignedInOutlet />
    </Frame>
  );
}

/** All that owners are denied. */
function imagesDenied({ imageEditor, email }: FrameFacts): string {
  return `Only ${imageEditor} can edit images. You are signed in as ${email}.`;
}

/** Errors keep the frame, so that the user can navigate on. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? nobody)}>
      <SignedInError error={error} ways={[homePage]} audience="staff" />
    </Frame>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

interface FrameFacts extends Omit<Loaded, "staffRole"> {
  staffRole: StaffRole | null;
}

/** Used if the frame's own data couldn't be loaded. */
const nobody: FrameFacts = {
  email: "",
  staffRole: null,
  imageEditor: "",
  isImageEditor: false,
  waiting: null,
};

function Frame({ children, ...facts }: FrameFacts & { children: ReactNode }) {
  const company = useCompany();
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
            <Wordmark shortName={company.shortName} rest={company.nameSuffix} logo={company.logo} />
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
