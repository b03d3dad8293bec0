import { type Margin, marginInWords, marginNotes } from "./margins.ts";

/** Shows a margin, with what it leaves out and later corrections. For the owner's pages. */
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
