import { NavLink } from "react-router";
import { Hamburger } from "#app/components/overlay/hamburger.tsx";
import { AccountLink } from "#app/features/auth/session/account-link.tsx";
import { navigation } from "./navigation.ts";

const item =
  "flex min-h-13 items-center border-b border-rule font-display text-xl aria-[current=page]:text-oxblood";

/** The same links in a hamburger menu, below 768 px. */
export function MobileNavigation() {
  return (
    <Hamburger>
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
    </Hamburger>
  );
}
