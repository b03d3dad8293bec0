import { type ShortcutGroup, Shortcuts } from "#app/components/overlay/shortcuts.tsx";
import { type Permission, roleMay } from "#app/domain/access/staff-roles.ts";
import { stationShortcuts } from "#app/features/packing/station/commands.tsx";
import type { StaffRole } from "#db/schema/values/staff.ts";

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

/** Keyboard shortcuts of the back office's pages, by the permission they need. */
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

/** Lists the keyboard shortcuts that are useful to a role. */
export function OfficeShortcuts({ staffRole }: { staffRole: StaffRole | null }) {
  const groups = ofPages
    .filter(([needed]) => staffRole !== null && roleMay(staffRole, needed))
    .map(([, group]) => group);
  return <Shortcuts groups={[everywhere, searching, ...groups]} />;
}
