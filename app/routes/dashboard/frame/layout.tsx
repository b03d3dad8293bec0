import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { keepPage } from "#app/components/page/look-again.ts";
import { usePageFocus, usePageIsBusy } from "#app/components/page/page-change.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { requestContext } from "#app/context.server.ts";
import { SignOutButton } from "#app/domain/accounts/session/sign-out-button.tsx";
import { getProfile } from "#app/domain/customers/profiles.server.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { membershipsOf } from "#app/features/team/team.server.ts";
import { clientContext, requireClient } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { SignedInError } from "#app/routes/signed-in-error.tsx";
import { AccessDenied, SignedInOutlet } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/layout.ts";
import { CustomerSwitch } from "./customer-switch.tsx";
import { isExact, MobileMenu, navigation, usefulLinks } from "./navigation.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireClient];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

/** Required for the guard to run on client navigations. */
export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { db, log } = context.get(requestContext);
  const [profile, memberships] = await Promise.all([
    orNull(getProfile(db, client), log, "load the profile"),
    orNull(membershipsOf(db, client), log, "list whom somebody acts for"),
  ]);
  const companyName = profile?.companyName || client.email;
  return { companyName, customerId: client.customerId, memberships: memberships ?? [] };
}

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <AccessDenied />
      <SignedInOutlet />
    </Frame>
  );
}

/** Errors keep the frame, so that the user can navigate on. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...(loaderData ?? nobody)}>
      <SignedInError error={error} ways={usefulLinks} audience="client" />
    </Frame>
  );
}

const nobody = { companyName: "", customerId: "", memberships: [] };

type FrameProps = ComponentProps<typeof Masthead> & { children: ReactNode };

function Frame({ children, ...whom }: FrameProps) {
  const company = useCompany();
  const main = usePageFocus();
  const isBusy = usePageIsBusy();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col print:block">
        <Masthead {...whom} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          aria-busy={isBusy}
          className="page-width grow pb-16 print:pb-0"
        >
          {children}
        </main>
        <footer className="border-t border-rule print:hidden">
          <p className="page-width py-5 text-sm text-ink-soft">
            Questions about an order? Call <PhoneLink phone={company.phone} /> or write to{" "}
            <a href={`mailto:${company.email}`} className="link">
              {company.email}
            </a>
            .
          </p>
        </footer>
      </div>
    </>
  );
}

const tab =
  "relative inline-flex h-12 items-center text-[0.9375rem] whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:bg-oxblood";

function Masthead(whom: ComponentProps<typeof CustomerSwitch>) {
  const company = useCompany();
  return (
    <header className="relative border-b border-ink print:hidden">
      <div className="page-width flex h-16 items-center gap-x-6 md:h-18">
        <MobileMenu />
        <Link to="/dashboard" className="mr-auto min-w-0">
          <Wordmark shortName={company.shortName} rest={company.nameSuffix} logo={company.logo} />
        </Link>
        <CustomerSwitch {...whom} />
        <Link
          to="/shop"
          className="hidden min-h-11 shrink-0 items-center text-sm font-medium hover:text-oxblood md:inline-flex"
        >
          Back to the shop
        </Link>
        <div className="hidden shrink-0 md:block">
          <SignOutButton className={buttonClass({ variant: "secondary", size: "sm" })}>
            Sign out
          </SignOutButton>
        </div>
      </div>
      <nav aria-label="Client area" className="hidden border-t border-rule md:block">
        <ul className="page-width flex gap-x-8 lg:gap-x-10">
          {navigation.map(({ label, to }) => (
            <li key={to}>
              <PageLink to={to} end={isExact(to)} prefetch="intent" className={tab}>
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
