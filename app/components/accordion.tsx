import { Plus } from "lucide-react";
import { Accordion as RadixAccordion } from "radix-ui";
import type { ReactNode } from "react";

interface AccordionItem {
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
 * Questions with folded answers: one open at a time, and that one can be closed again. The answers
 * are always in the page, so that search engines and browsers without JavaScript have them.
 */
export function Accordion({ items, defaultOpen, headingLevel: Heading = "h3" }: AccordionProps) {
  return (
    <RadixAccordion.Root
      type="single"
      collapsible
      defaultValue={defaultOpen}
      className="border-t border-ink"
    >
      {items.map((item) => (
        <RadixAccordion.Item key={item.id} value={item.id} className="border-b border-rule">
          <RadixAccordion.Header asChild>
            <Heading className="text-title">
              <RadixAccordion.Trigger className="group flex min-h-16 w-full items-center justify-between gap-6 py-4 text-left transition-colors hover:text-oxblood">
                {item.title}
                <Plus
                  aria-hidden="true"
                  className="size-5 shrink-0 transition-transform duration-200 group-data-[state=open]:rotate-45"
                />
              </RadixAccordion.Trigger>
            </Heading>
          </RadixAccordion.Header>
          <RadixAccordion.Content forceMount className="accordion-panel">
            <div className="overflow-hidden">
              <div className="max-w-2xl pb-6 text-ink-soft">{item.content}</div>
            </div>
          </RadixAccordion.Content>
        </RadixAccordion.Item>
      ))}
    </RadixAccordion.Root>
  );
}
