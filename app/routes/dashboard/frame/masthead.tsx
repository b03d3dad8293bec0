import type { ComponentProps } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { SignOutButton } from "#app/domain/accounts/session/sign-out-button.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { CustomerSwitch } from "./customer-switch.tsx";
import { isExact, MobileMenu, navigation } from "./navigation.tsx";

const tab =
  "relative inline-flex h-12 items-center text-[0.9375rem] whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:bg-oxblood";

/** The client area's header: the company, its pages, and links to the shop and sign-out. */
export function Masthead(whom: ComponentProps<typeof CustomerSwitch>) {
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
