import { ChevronLeft, ChevronRight } from "lucide";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { type NumberedPage, pageQuery, rangeInWords } from "#app/lib/numbered-page.ts";
import { buttonClass } from "../button.tsx";
import { Icon } from "../icon.tsx";

interface PaginationProps {
  label: string;
  /** Null at either end. Works for numbered and keyset pagination. */
  prevHref?: string | null;
  nextHref?: string | null;
  prevLabel?: string;
  nextLabel?: string;
  /** The shown range, e.g. `21–40 of 96`. */
  info?: ReactNode;
}

const look = buttonClass({ variant: "secondary", size: "sm" });

/** Links to the previous and next pages. Renders nothing if there are none. */
export function Pagination({
  label,
  prevHref,
  nextHref,
  prevLabel = "Previous",
  nextLabel = "Next",
  info,
}: PaginationProps) {
  if (!prevHref && !nextHref) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3 pt-6">
      <p className="text-sm text-ink-soft tabular-nums">{info}</p>
      <div className="flex gap-3">
        {prevHref && (
          <Link to={prevHref} rel="prev" className={look}>
            <Icon of={ChevronLeft} className="size-4" />
            {prevLabel}
          </Link>
        )}
        {nextHref && (
          <Link to={nextHref} rel="next" className={look}>
            {nextLabel}
            <Icon of={ChevronRight} className="size-4" />
          </Link>
        )}
      </div>
    </nav>
  );
}

/** Links to the previous and next pages; renders nothing for a single page. */
export function NumberedPages({ label, place }: { label: string; place: NumberedPage }) {
  const { search } = useLocation();
  return (
    <Pagination
      label={label}
      prevHref={pageQuery(search, place, place.page - 1)}
      nextHref={pageQuery(search, place, place.page + 1)}
      info={rangeInWords(place)}
    />
  );
}
