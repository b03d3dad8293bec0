import { Link } from "react-router";
import { Hamburger } from "#app/components/overlay/hamburger.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { SignOutButton } from "#app/domain/accounts/session/sign-out-button.tsx";

export const navigation = [
  { label: "Dashboard", to: "/dashboard" },
  { label: "Place Order", to: "/dashboard/place-order" },
  { label: "Orders", to: "/dashboard/orders" },
  { label: "Invoices", to: "/dashboard/invoices" },
  { label: "Account", to: "/dashboard/account" },
];

/** True if the link is only active on its exact path. */
export function isExact(to: string): boolean {
  return to === "/dashboard";
}

/** Links offered on a 404 page. */
export const usefulLinks = [
  { label: "Your orders", to: "/dashboard/orders" },
  { label: "Dashboard", to: "/dashboard" },
];

const item =
  "flex min-h-13 w-full items-center border-b border-rule font-display text-xl aria-[current=page]:text-oxblood";

/** The same links in a hamburger menu, below 768 px; works without JavaScript. */
export function MobileMenu() {
  return (
    <Hamburger className="-mr-4">
      <nav aria-label="Client area" className="page-width pt-1 pb-6">
        <ul>
          {navigation.map(({ label, to }) => (
            <li key={to}>
              <PageLink to={to} end={isExact(to)} className={item}>
                {label}
              </PageLink>
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
    </Hamburger>
  );
}
