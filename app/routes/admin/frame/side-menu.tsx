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

/** The number of things that wait on a page of the menu. */
interface MenuCount {
  count: number;
  /** True if somebody waits for an answer. */
  isUrgent: boolean;
}

/** By the page's path; pages without a count are left out. */
export type MenuCounts = Readonly<Record<string, MenuCount>>;

/** An entry: a line on phones, an icon above a small name on tablets, a row from 1024 px. */
const item =
  "group/item relative flex min-h-13 w-full items-center gap-x-3.5 border-b border-rule font-display text-xl aria-[current=page]:text-oxblood md:min-h-11 md:border-0 md:font-sans md:text-[0.9375rem] md:text-ink-soft md:transition-colors md:hover:text-ink md:aria-[current=page]:font-semibold md:aria-[current=page]:text-ink md:aria-[current=page]:before:absolute md:aria-[current=page]:before:inset-y-1.5 md:aria-[current=page]:before:-left-4 md:aria-[current=page]:before:w-1 md:aria-[current=page]:before:bg-oxblood md:max-lg:flex-col md:max-lg:justify-center md:max-lg:gap-y-0.5 md:max-lg:py-1 lg:min-h-9 lg:gap-x-2.5 lg:pointer-coarse:min-h-11";
// Not a tooltip, which touch screens don't show.
const label =
  "md:max-lg:w-full md:max-lg:text-center md:max-lg:text-[0.625rem] md:max-lg:leading-3 md:max-lg:wrap-anywhere";
const icon = "size-5 md:size-[1.375rem] lg:size-4.5";

interface MenuProps {
  /** Decides which pages are listed. */
  staffRole: StaffRole | null;
  /** True if the user may change images. */
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

/** The same links on a small screen. */
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
          <Link to="/shop" className={item}>
            <Icon of={Store} className={icon} />
            <span className={label}>See the shop</span>
          </Link>
        </li>
        <li>
          <SignOutButton className={`${item} cursor-pointer text-left`}>
            <Icon of={LogOut} className={icon} />
            <span className={label}>Sign Out</span>
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
            <PageLink to={to} end={isExact(to)} prefetch="intent" className={item}>
              <Icon of={shapes} className={icon} />
              <span className={label}>{page}</span>
              <Waiting {...counts?.[to]} />
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The number of things that wait on a page; in the accent colour if somebody waits for an answer.
 */
function Waiting({ count = 0, isUrgent = false }: { count?: number; isUrgent?: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        "ml-auto min-w-4.5 px-1 text-center font-sans text-[0.6875rem] leading-4.5 font-semibold tabular-nums md:max-lg:absolute md:max-lg:top-0.5 md:max-lg:right-1.5",
        isUrgent ? "bg-oxblood text-paper" : "bg-paper-deep text-ink",
      )}
    >
      {count > 999 ? "999+" : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
