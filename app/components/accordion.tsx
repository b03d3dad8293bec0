import { Plus } from "lucide";
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

interface AccordionItem {
  /** Also the answer's anchor: a URL ending in `#id` opens it. */
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: AccordionItem[];
  defaultOpen?: string;
  headingLevel?: "h2" | "h3" | "h4";
}

/**
 * Collapsible answers, at most one open at a time. Built from `<details>` with a shared name, so
 * that the browser does all of this without JavaScript; find in page and a URL with an anchor open
 * the matching answer.
 */
export function Accordion({ items, defaultOpen, headingLevel: Heading = "h3" }: AccordionProps) {
  const name = useId();
  return (
    <div className="border-t border-ink">
      {items.map((item) => (
        <details
          key={item.id}
          name={name}
          open={item.id === defaultOpen}
          // The browser may have opened the URL's answer before hydration.
          suppressHydrationWarning
          className="accordion-item group border-b border-rule"
        >
          <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 transition-colors hover:text-oxblood [&::-webkit-details-marker]:hidden">
            <Heading className="text-title">{item.title}</Heading>
            <Icon
              of={Plus}
              className="size-5 shrink-0 transition-transform duration-200 group-open:rotate-45"
            />
          </summary>
          {/* The anchor is inside, as browsers only open `<details>` for hidden content. */}
          <div id={item.id} className="max-w-2xl scroll-mt-52 pb-7 text-ink-soft">
            {item.content}
          </div>
        </details>
      ))}
    </div>
  );
}
