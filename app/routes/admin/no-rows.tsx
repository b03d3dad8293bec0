import type { ReactNode } from "react";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";

interface NoRowsProps {
  /** URL of the unfiltered list. */
  to: string;
  isSearched: boolean;
  words: {
    title: string;
    all: string;
    searched: string;
    empty: string;
  };
  action?: ReactNode;
}

/** Replaces an empty table; after a search, with a link to the unfiltered list. */
export function NoRows({ to, isSearched, words, action }: NoRowsProps) {
  return (
    <EmptyState
      titleAs="h2"
      title={words.title}
      underHead
      action={isSearched ? <SecondaryLink to={to}>{words.all}</SecondaryLink> : action}
    >
      <p>{isSearched ? words.searched : words.empty}</p>
    </EmptyState>
  );
}
