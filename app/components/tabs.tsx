import { clsx } from "clsx/lite";
import { Tabs as RadixTabs } from "radix-ui";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

/**
 * Tabs based on Radix. If each tab has its own URL, control them with `value`,
 * `activationMode="manual"` (arrow keys move without loading) and `<Tab asChild><Link/></Tab>`.
 */
export function Tabs(props: ComponentProps<typeof RadixTabs.Root>) {
  return <RadixTabs.Root {...props} />;
}

interface TabListProps {
  /** Accessible name of the row, e.g. `Cut categories`. */
  label: string;
  children: ReactNode;
  className?: string;
}

/** The row of tabs: scrolls sideways if it doesn't fit, with a fading edge while there is more. */
export function TabList({ label, children, className }: TabListProps) {
  const row = useRef<HTMLDivElement>(null);
  const centred = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const list = row.current;
    const active = list?.querySelector<HTMLElement>('[data-state="active"]');
    // Only once per chosen tab, so that the user's own scrolling isn't undone. scrollIntoView would
    // also scroll the page.
    if (!list || !active || centred.current === active) return;
    centred.current = active;
    list.scrollLeft = active.offsetLeft - (list.clientWidth - active.offsetWidth) / 2;
  });
  return (
    <div className={clsx("border-b border-ink", className)}>
      <RadixTabs.List
        ref={row}
        aria-label={label}
        className="scroll-fade relative flex gap-x-7 overflow-x-auto"
      >
        {children}
      </RadixTabs.List>
    </div>
  );
}

/** A tab. The chosen one has a heavy rule, like the pointer of a scale on its mark. */
export function Tab({ className, ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      {...rest}
      className={clsx(
        "relative inline-flex min-h-12 shrink-0 items-center text-[0.9375rem] whitespace-nowrap text-ink-soft transition-colors hover:text-ink data-[state=active]:font-semibold data-[state=active]:text-ink",
        "after:absolute after:inset-x-0 after:bottom-0 after:h-1 data-[state=active]:after:bg-oxblood",
        "focus-visible:-outline-offset-2",
        className,
      )}
    />
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...rest} className={clsx("pt-8", className)} />;
}
