import { clsx } from "clsx/lite";
import { LogOut, Store } from "lucide";
import { useId } from "react";
import { Link } from "react-router";
import { Icon } from "#app/components/icon.tsx";
import { Hamburger } from "#app/components/overlay/hamburger.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { SignOutButton } from "#app/domain/accounts/session/sign-out-button.tsx";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { isExact, type MenuGroup, menuFor } from "../navigation.ts";

/** Pending work on a page of the menu. */
interface MenuCount {
  count: number;
  isUrgent: boolean;
}

/** By the page's path; pages without a count are left out. */
export type MenuCounts = Readonly<Record<string, MenuCount>>;

interface MenuProps {
  staffRole: StaffRole | null;
  isImageEditor: boolean;
  /** Counts for each page; null if they couldn't be loaded. */
  counts: MenuCounts | null;
}

/**
 * A sidebar from 768 px, narrow until there is room for names beside the icons at 1024 px; below
 * that, a hamburger menu, which also works without JavaScript.
 */
export function SideMenu(props: MenuProps) {
  return (
    <nav
      aria-label="Back office"
      className="hidden w-18 shrink-0 border-r border-rule md:block lg:w-52 lg:border-0 print:hidden"
    >
      <div className="sticky top-0 max-h-dvh overflow-y-auto [&_a]:-outline-offset-2 pt-6 pr-3 pb-6 md:pl-0 lg:pr-0 lg:pl-4 md:max-lg:pl-4 md:max-lg:-ml-4">
        <Links {...props} />
      </div>
    </nav>
  );
}

export function SmallScreenMenu(props: MenuProps) {
  return (
    <Hamburger className="-mr-4">
      <nav aria-label="Back office" className="page-width pt-1 pb-6">
        <Links {...props} />
      </nav>
    </Hamburger>
  );
}

function Links({ staffRole, isImageEditor, counts }: MenuProps) {
  return (
    <>
      {menuFor(staffRole, isImageEditor).map((group) => (
        <Group key={group.label} {...group} counts={counts} />
      ))}
      <ul className="md:max-lg:border-t md:max-lg:border-rule md:max-lg:pt-2 lg:mt-4">
        <li>
          <Link to="/shop" className="menu-page">
            <Icon of={Store} />
            <span className="menu-name">See the shop</span>
          </Link>
        </li>
        <li>
          <SignOutButton className="menu-page text-left">
            <Icon of={LogOut} />
            <span className="menu-name">Sign Out</span>
          </SignOutButton>
        </li>
      </ul>
    </>
  );
}

function Group({ label: name, pages, counts }: MenuGroup & Pick<MenuProps, "counts">) {
  const id = useId();
  return (
    <div className="md:max-lg:pb-2">
      {name && (
        <p
          id={id}
          className="pt-5 pb-1 font-sans text-xs font-semibold text-ink-soft md:max-lg:m-0 md:max-lg:h-px md:max-lg:overflow-hidden md:max-lg:bg-rule md:max-lg:p-0 md:max-lg:text-transparent lg:pt-4"
        >
          {name}
        </p>
      )}
      <ul aria-labelledby={name ? id : undefined} className="md:max-lg:pt-2">
        {pages.map(({ label: page, to, icon: shapes }) => (
          <li key={to}>
            <PageLink to={to} end={isExact(to)} prefetch="intent" className="menu-page">
              <Icon of={shapes} />
              <span className="menu-name">{page}</span>
              <Waiting {...counts?.[to]} />
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A count of pending work; in the accent colour if somebody waits for an answer. */
function Waiting({ count = 0, isUrgent = false }: { count?: number; isUrgent?: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className={clsx("menu-count", isUrgent ? "bg-oxblood text-paper" : "bg-paper-deep text-ink")}
    >
      {count > 999 ? "999+" : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
