import { ChevronDown, EllipsisVertical } from "lucide";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

interface RowMenuProps {
  /** What the row is about, for screen readers: "Ribeye Steak". */
  of: string;
  /** What was chosen is under way. */
  pending?: boolean;
  /** It may be opened next: time to fetch what its items will need. */
  onApproach?: () => void;
  /** Links and buttons, dressed with `rowMenuItem`. */
  children: ReactNode;
}

/** The look of a link or a button in a row's menu. */
export const rowMenuItem =
  "flex min-h-11 w-full cursor-pointer items-center px-4 text-left text-[0.9375rem] hover:bg-paper-deep focus-visible:-outline-offset-2";

/**
 * What can be done about one row of a table, behind a button. A popover of the browser's own: it
 * stands above the region in which the table scrolls, opens without JavaScript too, and Escape and
 * a press elsewhere close it; with JavaScript, a choice and leaving it with Tab do too.
 */
export function RowMenu({ of, pending = false, onApproach, children }: RowMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => (menu.current ? closeWhenDone(menu.current) : undefined), []);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        pending={pending}
        popoverTarget={id}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        className="max-md:px-2"
      >
        <span className="max-md:sr-only">Actions</span>
        <span className="sr-only"> for {of}</span>
        <Icon of={ChevronDown} className="size-4 max-md:hidden" />
        <Icon of={EllipsisVertical} className="size-5 md:hidden" />
      </Button>
      <div ref={menu} id={id} popover="auto" className="row-menu">
        {children}
      </div>
    </>
  );
}

function closeWhenDone(menu: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  menu.addEventListener(
    "click",
    ({ target }) => {
      if (target instanceof Element && target.closest("a, button")) menu.hidePopover();
    },
    { signal },
  );
  menu.addEventListener(
    "focusout",
    ({ relatedTarget: next }) => {
      // Its own button closes it by itself; nothing has the focus while the window is left.
      const isElsewhere = next instanceof Element && !menu.contains(next);
      if (isElsewhere && next.getAttribute("popovertarget") !== menu.id) menu.hidePopover();
    },
    { signal },
  );
  return () => listening.abort();
}
