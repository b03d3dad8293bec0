import { Link } from "react-router";
import { Hamburger } from "#app/components/overlay/hamburger.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { SignOutButton } from "#app/domain/accounts/session/sign-out-button.tsx";
import type { InboxBox } from "#app/features/inquiries/inbox/inbox.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { inboxPath, isExact, pagesFor } from "./navigation.ts";

const item =
  "flex min-h-13 w-full items-center border-b border-rule font-display text-xl aria-[current=page]:text-oxblood md:relative md:min-h-9 md:pointer-coarse:min-h-11 md:border-0 md:font-sans md:text-[0.9375rem] md:text-ink-soft md:transition-colors md:hover:text-ink md:aria-[current=page]:font-semibold md:aria-[current=page]:text-ink md:aria-[current=page]:before:absolute md:aria-[current=page]:before:inset-y-1.5 md:aria-[current=page]:before:-left-4 md:aria-[current=page]:before:w-1 md:aria-[current=page]:before:bg-oxblood";

interface MenuProps {
  /** Decides which pages are listed. */
  staffRole: StaffRole | null;
  /** Whether the user may change images. */
  isImageEditor: boolean;
  /** Open inbox entries; null if they couldn't be counted. */
  waiting: Record<InboxBox, number> | null;
}

/** A sidebar from 768 px; below that, a hamburger menu, which also works without JavaScript. */
export function SideMenu(props: MenuProps) {
  return (
    <nav aria-label="Back office" className="hidden w-44 shrink-0 lg:w-52 md:block print:hidden">
      <div className="sticky top-0 max-h-dvh overflow-y-auto pt-8 pb-6 pl-4">
        <Links {...props} />
        <Link
          to="/shop"
          className="mt-4 flex min-h-9 items-center text-sm pointer-coarse:min-h-11 hover:text-oxblood"
        >
          See the shop
        </Link>
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
        <Link to="/shop" className="link mt-5 inline-flex min-h-11 items-center">
          See the shop
        </Link>
      </nav>
    </Hamburger>
  );
}

function Links({ staffRole, isImageEditor, waiting }: MenuProps) {
  return (
    <ul>
      {pagesFor(staffRole, isImageEditor).map(({ label, to }) => (
        <li key={to}>
          <PageLink to={to} end={isExact(to)} prefetch="intent" className={item}>
            {label}
            {to === inboxPath && waiting && <Waiting {...waiting} />}
          </PageLink>
        </li>
      ))}
      <li>
        <SignOutButton className={`${item} cursor-pointer text-left`} />
      </li>
    </ul>
  );
}

/** Number of open messages and inquiries. */
function Waiting({ messages, inquiries }: Record<InboxBox, number>) {
  const count = messages + inquiries;
  if (count === 0) return null;
  return (
    <span className="ml-2 min-w-4.5 bg-oxblood px-1 text-center font-sans text-[0.6875rem] leading-4.5 font-semibold text-paper tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
