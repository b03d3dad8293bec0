import { buttonClass } from "#app/components/button.tsx";
import type { ShortcutGroup } from "#app/components/overlay/shortcuts.tsx";
import { judgeLine } from "#app/domain/packages/packing.ts";
import type { Station } from "./use-station.ts";

type Command = "nextLine" | "markShort" | "undo" | "find" | "askFinish";

export interface CommandKey<Of extends string> {
  command: Of;
  label: string;
  name: string;
  key: string;
}

/** The station's commands, in the order of their buttons. */
const keys: CommandKey<Command>[] = [
  { command: "nextLine", label: "Next", name: "Next line", key: "+" },
  { command: "markShort", label: "Short", name: "Short", key: "S" },
  { command: "undo", label: "Undo", name: "Undo", key: "U" },
  { command: "find", label: "Find", name: "Find a line", key: "/" },
  { command: "askFinish", label: "Finish", name: "Finish the order", key: "F" },
];

export const stationShortcuts: ShortcutGroup = {
  title: "Packing station",
  keys: [
    ["Enter", "Add the weight, or say yes"],
    ...keys.map(({ key, name }) => [key, name] as const),
    ["Esc", "Take the question or the weight back"],
  ],
};

/** Returns the command of a key pressed while the station's field is empty. */
export function commandOf(pressed: string): Command | undefined {
  return commandIn(keys, pressed);
}

/** Returns the command of a key; undefined if there is none. */
export function commandIn<Of extends string>(
  of: readonly CommandKey<Of>[],
  pressed: string,
): Of | undefined {
  return of.find(({ key }) => key === pressed.toUpperCase())?.command;
}

/** Buttons of the station's commands; Short is enabled while less than ordered is packed. */
export function Commands({
  station: { current },
  onRun,
}: {
  station: Station;
  onRun: (command: Command) => void;
}) {
  const isShort = current?.packState === "open" && judgeLine(current) === "under";
  return (
    <CommandButtons
      keys={keys}
      primary="nextLine"
      wide="askFinish"
      isOff={(command) => command === "markShort" && !isShort}
      onRun={onRun}
    />
  );
}

interface CommandButtonsProps<Of extends string> {
  keys: readonly CommandKey<Of>[];
  primary: Of;
  /** The command whose button spans two columns. */
  wide: Of;
  isOff?: (command: Of) => boolean;
  onRun: (command: Of) => void;
}

/** Commands as buttons, visible even during questions; on a phone, at the bottom. */
export function CommandButtons<Of extends string>(props: CommandButtonsProps<Of>) {
  const { primary, wide, isOff = () => false, onRun } = props;
  return (
    <div className="station-commands grid grid-cols-5 gap-1.5 docked:grid-cols-3 docked:gap-2">
      {props.keys.map(({ command, label, name, key }) => (
        <button
          key={key}
          type="button"
          onClick={() => onRun(command)}
          disabled={isOff(command)}
          aria-label={name}
          aria-keyshortcuts={key}
          className={buttonClass({
            variant: command === primary ? "primary" : "secondary",
            className: `min-h-14 px-1 docked:min-h-15 docked:text-base ${command === wide ? "docked:col-span-2" : ""}`,
          })}
        >
          {label}
          <span className="hidden text-xs opacity-70 docked:inline" aria-hidden="true">
            {key}
          </span>
        </button>
      ))}
    </div>
  );
}
