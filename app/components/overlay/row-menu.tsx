import { ChevronDown, EllipsisVertical } from "lucide";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

interface RowMenuProps {
  /** Use `md` next to a page's other buttons, `sm` in table rows. */
  size?: "sm" | "md";
  of: string;
  pending?: boolean;
  /** Called when it may be opened next, to preload what its items need. */
  onApproach?: () => void;
  /** Links and buttons, with the class `menu-item`. */
  children: ReactNode;
}

/**
 * The actions of a table row or a page, behind a button. A native popover: it isn't clipped by a
 * scrolling table, opens without JavaScript, and closes on Escape or a press outside. With
 * JavaScript, it also closes on a choice and on tabbing out.
 */
export function RowMenu({ of, size = "sm", pending = false, onApproach, children }: RowMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => (menu.current ? closeWhenDone(menu.current) : undefined), []);
  return (
    <>
      <Button
        variant={size === "sm" ? "quiet" : "secondary"}
        size={size}
        pending={pending}
        popoverTarget={id}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        className={size === "sm" ? "scroll-mb-24 max-lg:min-w-11 max-lg:px-2" : ""}
      >
        <span className={size === "sm" ? "max-lg:sr-only" : ""}>Actions</span>
        <span className="sr-only"> for {of}</span>
        <Icon of={ChevronDown} className={size === "sm" ? "size-4 max-lg:hidden" : "size-4"} />
        {size === "sm" && <Icon of={EllipsisVertical} className="size-5 lg:hidden" />}
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
      // Ignore focus on the menu's own button, whose click already toggles the popover, and a null
      // target: the window lost focus, or nothing focusable was pressed.
      const isElsewhere = next instanceof Element && !menu.contains(next);
      if (isElsewhere && next.getAttribute("popovertarget") !== menu.id) menu.hidePopover();
    },
    { signal },
  );
  return () => listening.abort();
}
