import { type ShortcutGroup, Shortcuts } from "#app/components/overlay/shortcuts.tsx";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import { stationShortcuts } from "#app/features/packing/station/commands.tsx";
import { useMay } from "./use-frame-facts.ts";

const everywhere: ShortcutGroup = { title: "Everywhere", keys: [["?", "This list"]] };

/** What the pages of the back office listen to, by what a role needs for them. */
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
        ["Ctrl Enter", "Review the order"],
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

/** The shortcuts of the back office that are of use to who is signed in. */
export function OfficeShortcuts() {
  const may = useMay();
  const groups = ofPages.filter(([needed]) => may(needed)).map(([, group]) => group);
  return <Shortcuts groups={[everywhere, ...groups]} />;
}
