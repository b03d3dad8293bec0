import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { type ShortcutGroup, Shortcuts } from "#app/components/overlay/shortcuts.tsx";
import { usePageFocus, usePageIsBusy } from "#app/components/page/page-change.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { type Permission, roleMay } from "#app/domain/access/staff-roles.ts";
import { proofWantedIn } from "#app/domain/accounts/proof/proof.ts";
import { ProofForm } from "#app/domain/accounts/proof/proof-form.tsx";
import { SignOutButton } from "#app/domain/accounts/session/sign-out-button.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import type { InboxBox } from "#app/features/inquiries/inbox/inbox.ts";
import { stationShortcuts } from "#app/features/packing/station/station-shortcuts.tsx";
import { beginPath, type SampleFacts, sampleName } from "#app/features/sample/sample.ts";
import { SignedInError } from "#app/routes/signed-in-error.tsx";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { homePage, securityPage } from "../navigation.ts";
import { SearchButton } from "../search/search-button.tsx";
import { type MenuCounts, SideMenu, SmallScreenMenu } from "./side-menu.tsx";

interface FrameChildren {
  children: ReactNode;
}

interface FrameFacts {
  email: string;
  staffRole: StaffRole | null;
  isImageEditor: boolean;
  waiting: Record<InboxBox, number> | null;
  /** For each page of the menu; null if unknown. */
  counts: MenuCounts | null;
  /** The sample business; null if the shop has none. */
  sample: SampleFacts | null;
  /** True if a second factor must be set up first; hides the menu. */
  mustSetUp?: boolean;
  /** True if the page fills the window, with its own way back; hides header and menu. */
  isFullScreen?: boolean;
}

/** Used if the frame's own data couldn't be loaded. */
export const nobody: FrameFacts = {
  email: "",
  staffRole: null,
  isImageEditor: false,
  waiting: null,
  counts: null,
  sample: null,
};

/** The frame of the back office's pages. */
export function Frame({
  children,
  mustSetUp = false,
  isFullScreen = false,
  ...facts
}: FrameFacts & FrameChildren) {
  const company = useCompany();
  const main = usePageFocus();
  const isBusy = usePageIsBusy();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="relative border-b border-ink print:hidden" hidden={isFullScreen}>
        <div className="page-width flex h-16 items-center gap-x-6 md:h-18">
          {!mustSetUp && <SmallScreenMenu {...facts} />}
          <Link to="/admin" className="mr-auto min-w-0">
            <Wordmark shortName={company.shortName} rest={company.nameSuffix} logo={company.logo} />
          </Link>
          {facts.sample && (
            <SampleName
              sample={facts.sample}
              staffRole={facts.staffRole}
              className="max-md:hidden"
            />
          )}
          {!mustSetUp && facts.staffRole && <SearchButton {...facts} />}
          <div className="min-w-0 text-xs text-ink-soft max-sm:hidden md:text-sm">
            <span className="sr-only">Signed in as </span>
            {mustSetUp || !facts.email ? (
              <p className="truncate">{facts.email}</p>
            ) : (
              <Link to={securityPage.to} className="block truncate leading-11 hover:text-oxblood">
                {facts.email}
              </Link>
            )}
          </div>
          {mustSetUp && (
            <SignOutButton className="link min-h-11 cursor-pointer text-sm whitespace-nowrap" />
          )}
        </div>
      </header>
      {facts.sample && !isFullScreen && (
        // Below the header, to keep that low; a landmark of its own for screen readers.
        <aside aria-label="Sample" className="border-b border-rule md:hidden print:hidden">
          <SampleName sample={facts.sample} staffRole={facts.staffRole} className="page-width" />
        </aside>
      )}
      <div className={isFullScreen ? "" : "page-width md:flex md:gap-x-6 lg:gap-x-12"}>
        {!mustSetUp && !isFullScreen && <SideMenu {...facts} />}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          aria-busy={isBusy}
          className={isFullScreen ? "" : "min-w-0 grow pb-20 print:pb-0"}
        >
          {children}
        </main>
        {!mustSetUp && !isFullScreen && <OfficeShortcuts staffRole={facts.staffRole} />}
      </div>
    </>
  );
}

/** Names the sample business on every page, with a way out for the owner. */
function SampleName({
  sample,
  staffRole,
  className,
}: Pick<FrameFacts, "staffRole"> & { sample: SampleFacts; className: string }) {
  const name = sampleName(sample);
  return (
    <p className={`text-xs whitespace-nowrap text-ink-soft md:text-sm ${className}`}>
      {staffRole === "owner" ? (
        <Link to={beginPath} className="link inline-block leading-11">
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  );
}

/** Shows a page's error, or asks for a proof of identity (domain/accounts/proof). */
export function FrameError({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const wanted = proofWantedIn(error);
  if (wanted) return <ProofForm {...wanted} back={pathname + search} />;
  return <SignedInError error={error} ways={[homePage]} audience="staff" />;
}

const everywhere: ShortcutGroup = {
  title: "Everywhere",
  keys: [
    ["?", "This list"],
    ["Ctrl K", "Search"],
    ["Esc", "Close what is open"],
  ],
};

const searching: ShortcutGroup = {
  title: "Search",
  keys: [
    ["↑ ↓", "From result to result"],
    ["Enter", "Open the result, or the first"],
  ],
};

const ofPages: [Permission, ShortcutGroup][] = [
  ["pack", stationShortcuts],
  [
    "sell",
    {
      title: "Taking an order",
      keys: [
        ["Enter", "Next box"],
        ["↑ ↓", "From box to box"],
        ["Esc", "Back to the filter"],
        ["Ctrl Enter", "Review the order, then place it"],
      ],
    },
  ],
  [
    "prices",
    {
      title: "Prices",
      keys: [
        ["Enter", "Next price down"],
        ["↑ ↓", "From price to price"],
      ],
    },
  ],
];

function OfficeShortcuts({ staffRole }: { staffRole: StaffRole | null }) {
  const groups = ofPages
    .filter(([needed]) => staffRole !== null && roleMay(staffRole, needed))
    .map(([, group]) => group);
  return <Shortcuts groups={[everywhere, searching, ...groups]} />;
}
