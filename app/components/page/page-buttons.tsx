import type { ReactNode } from "react";
import { type NumberedPage, rangeInWords } from "#app/lib/numbered-page.ts";

interface PageButtonsProps {
  place: NumberedPage;
  what: string;
  button: (page: number, label: string) => ReactNode;
}

/** Buttons to a form's other pages that keep its input; renders nothing for a single page. */
export function PageButtons({ place, what, button }: PageButtonsProps) {
  const { page, pages } = place;
  if (pages === 1) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p className="text-sm text-ink-soft tabular-nums">
        {what} {rangeInWords(place)}
      </p>
      {page > 1 && button(page - 1, `Previous ${what.toLowerCase()}`)}
      {page < pages && button(page + 1, `Next ${what.toLowerCase()}`)}
    </div>
  );
}
