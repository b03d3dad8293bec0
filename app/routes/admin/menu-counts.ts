/** What waits on a page of the menu, for whom it concerns. */
interface MenuCount {
  count: number;
  /** Whether somebody waits for an answer. */
  isUrgent: boolean;
}

/** By the page's address; pages of which nothing is counted are left out. */
export type MenuCounts = Readonly<Record<string, MenuCount>>;
