import { Plus } from "lucide";
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

interface AccordionItem {
  /** Also the anchor of the answer: an address that ends in `#id` opens it. */
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: AccordionItem[];
  /** The item open at first, by id. */
  defaultOpen?: string;
  headingLevel?: "h2" | "h3" | "h4";
}

/**
 * Questions with folded answers: one open at a time, and that one can be closed again. They are
 * `<details>` of one name, so all of this is the browser's own: it needs no JavaScript, finding text
 * in the page opens the answer it is in, and so does an address with the answer's anchor.
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
          // The browser may have opened the one that the address names before React came to it.
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
          {/* The anchor is inside, because only what is hidden makes the browser open its details. */}
          <div id={item.id} className="max-w-2xl scroll-mt-52 pb-7 text-ink-soft">
            {item.content}
          </div>
        </details>
      ))}
    </div>
  );
}
