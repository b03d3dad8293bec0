import type { ShortcutGroup } from "#app/components/overlay/shortcuts.tsx";
import type { CommandKey } from "../station/station-shortcuts.tsx";

export type CutCommand = "other" | "share" | "undo" | "find" | "done";

/** Commands of the cut station, in the order of their buttons. */
export const cutKeys: CommandKey<CutCommand>[] = [
  { command: "other", label: "Other", name: "Another order for this package", key: "+" },
  { command: "share", label: "Short", name: "Share what there is", key: "S" },
  { command: "undo", label: "Undo", name: "Undo", key: "U" },
  { command: "find", label: "Find", name: "Find an order", key: "/" },
  { command: "done", label: "Done", name: "Mark the lines as done", key: "F" },
];

export const cutShortcuts: ShortcutGroup = {
  title: "Weighing by cut",
  keys: [
    ["Enter", "Add the weight to the order that is shown"],
    ...cutKeys.map(({ key, name }) => [key, name] as const),
    ["Esc", "Take the question or the weight back"],
  ],
};
