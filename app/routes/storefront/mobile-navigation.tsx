import { Menu, X } from "lucide";
import { NavLink } from "react-router";
import { Disclosure } from "#app/components/disclosure.tsx";
import { Icon } from "#app/components/icon.tsx";
import { AccountLink } from "#app/features/auth/account-link.tsx";
import { navigation } from "./navigation.ts";

const item =
  "flex min-h-13 items-center border-b border-rule font-display text-xl aria-[current=page]:text-oxblood";

/** The same links behind a hamburger, below 768 px. */
export function MobileNavigation() {
  return (
    <Disclosure
      label={
        <>
          <Icon of={Menu} className="size-6 group-open:hidden" />
          <Icon of={X} className="hidden size-6 group-open:block" />
          <span className="sr-only">Menu</span>
        </>
      }
      className="group -ml-2.5 md:hidden"
      summaryClassName="grid size-11 list-none place-items-center [&::-webkit-details-marker]:hidden"
      panelClassName="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-ink bg-paper"
    >
      <nav aria-label="Main" className="page-width pt-1 pb-6">
        <ul>
          {navigation.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} end={to === "/"} className={item}>
                {label}
              </NavLink>
            </li>
          ))}
          <li>
            <AccountLink className={item} />
          </li>
        </ul>
      </nav>
    </Disclosure>
  );
}
