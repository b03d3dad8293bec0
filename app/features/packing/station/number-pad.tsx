interface NumberPadProps {
  /** True if pieces are typed before the weight. */
  hasTimes: boolean;
  onType: (character: string) => void;
  onErase: () => void;
  onEnter: () => void;
}

const keys = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "0", "."];

const key =
  "min-h-14 border border-rule-strong docked:min-h-11 bg-paper-light text-2xl tabular-nums hover:bg-paper-deep active:bg-kraft";

/** A number pad for wet gloves; the field that it types into keeps the focus. */
export function NumberPad({ hasTimes, onType, onErase, onEnter }: NumberPadProps) {
  return (
    <fieldset
      data-keeps-focus
      onMouseDown={(event) => event.preventDefault()}
      className="station-pad mt-2 grid grid-cols-3 gap-1.5 docked:gap-2 docked:min-h-0 docked:grow docked:auto-rows-[minmax(2.75rem,5.5rem)]"
    >
      <legend className="sr-only">Number pad</legend>
      {keys.map((character) => (
        <button key={character} type="button" onClick={() => onType(character)} className={key}>
          {character}
        </button>
      ))}
      <button type="button" onClick={onErase} className={key}>
        <span className="text-base">Erase</span>
      </button>
      {hasTimes && (
        <button type="button" onClick={() => onType("×")} className={key}>
          × <span className="text-base">pieces</span>
        </button>
      )}
      <button
        type="button"
        onClick={onEnter}
        className={`min-h-14 border docked:min-h-11 border-ink bg-ink text-xl font-semibold text-paper hover:bg-oxblood ${hasTimes ? "col-span-2" : "col-span-3"}`}
      >
        Enter
      </button>
    </fieldset>
  );
}
