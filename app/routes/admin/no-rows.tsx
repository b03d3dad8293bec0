import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";

interface NoRowsProps {
  /** The address of the whole list. */
  to: string;
  isSearched: boolean;
  words: {
    title: string;
    /** Names the way back to the whole list. */
    all: string;
    /** Said when nothing matches. */
    searched: string;
    /** Said when there is nothing yet. */
    empty: string;
  };
}

/** In place of a table without rows; a search that found nothing has a way back to all of them. */
export function NoRows({ to, isSearched, words }: NoRowsProps) {
  return (
    <EmptyState
      titleAs="h2"
      title={words.title}
      underHead
      action={
        isSearched && (
          <Link to={to} className={buttonClass({ variant: "secondary" })}>
            {words.all}
          </Link>
        )
      }
    >
      <p>{isSearched ? words.searched : words.empty}</p>
    </EmptyState>
  );
}
