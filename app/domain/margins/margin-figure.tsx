import { type Margin, marginInWords, marginNotes } from "./margins.ts";

/** A margin, with what it leaves out and what was corrected since below it. For pages of the owner. */
export function MarginFigure({ margin }: { margin: Margin }) {
  return (
    <>
      <span className="whitespace-nowrap">{marginInWords(margin)}</span>
      {marginNotes(margin).map((note) => (
        <span key={note} className="block text-sm font-normal text-ink-soft">
          {note}
        </span>
      ))}
    </>
  );
}
