import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";

interface NoRowsProps {
  /** Names the rows, for instance "invoices". */
  of: string;
  /** The address of the whole list. */
  all: string;
  isSearched: boolean;
  /** Said when nothing matches, and when there is nothing yet. */
  words: { searched: string; empty: string };
}

/** In place of a table without rows; a search that found nothing has a way back to all of them. */
export function NoRows({ of, all, isSearched, words }: NoRowsProps) {
  return (
    <EmptyState
      titleAs="h2"
      title={`No ${of} found`}
      underHead
      action={
        isSearched && (
          <Link to={all} className={buttonClass({ variant: "secondary" })}>
            All {of}
          </Link>
        )
      }
    >
      <p>{isSearched ? words.searched : words.empty}</p>
    </EmptyState>
  );
}
