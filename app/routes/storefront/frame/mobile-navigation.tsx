import { Link } from "react-router";
import { Hamburger } from "#app/components/overlay/hamburger.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { useAuth } from "#app/domain/accounts/session/auth-context.tsx";
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
              <PageLink to={to} end={to === "/"} className={item}>
                {label}
              </PageLink>
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

/**
 * Login for a visitor, Dashboard for a client, Admin for staff. The server always renders Login;
 * the browser corrects it after hydration.
 */
export function AccountLink({ className }: { className?: string }) {
  const { user, isStaff } = useAuth();
  const [label, to] = !user
    ? ["Login", "/login"]
    : isStaff
      ? ["Admin", "/admin"]
      : ["Dashboard", "/dashboard"];
  return (
    <Link to={to} className={className}>
      {label}
    </Link>
  );
}
