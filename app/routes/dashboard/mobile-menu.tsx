import { Menu, X } from "lucide";
import { Link, NavLink } from "react-router";
import { Disclosure } from "#app/components/disclosure.tsx";
import { Icon } from "#app/components/icon.tsx";
import { SignOutButton } from "#app/features/auth/sign-out-button.tsx";
import { isExact, navigation } from "./navigation.ts";

const item =
  "flex min-h-13 w-full items-center border-b border-rule font-display text-xl aria-[current=page]:text-oxblood";

/** The same links behind a hamburger, below 768 px; it opens without JavaScript too. */
export function MobileMenu() {
  return (
    <Disclosure
      label={
        <>
          <Icon of={Menu} className="size-6 group-open:hidden" />
          <Icon of={X} className="hidden size-6 group-open:block" />
          <span className="sr-only">Menu</span>
        </>
      }
      className="group -mr-4 -ml-2.5 md:hidden"
      summaryClassName="grid size-11 list-none place-items-center [&::-webkit-details-marker]:hidden"
      panelClassName="absolute inset-x-0 top-full z-40 max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-ink bg-paper"
    >
      <nav aria-label="Client area" className="page-width pt-1 pb-6">
        <ul>
          {navigation.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} end={isExact(to)} className={item}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-5 flex items-center justify-between">
          <Link to="/shop" className="link inline-flex min-h-11 items-center">
            Back to the shop
          </Link>
          <SignOutButton className="link inline-flex min-h-11 items-center">Sign out</SignOutButton>
        </div>
      </nav>
    </Disclosure>
  );
}
