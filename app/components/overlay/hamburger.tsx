import { clsx } from "clsx/lite";
import { Menu, X } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { Disclosure } from "./disclosure.tsx";

/** A hamburger menu, below 768 px, over the page. It opens without JavaScript (`Disclosure`). */
export function Hamburger({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Disclosure
      closesOnBack
      label={
        <>
          <Icon of={Menu} className="size-6 group-open:hidden" />
          <Icon of={X} className="hidden size-6 group-open:block" />
          <span className="sr-only">Menu</span>
        </>
      }
      className={clsx("group -ml-2.5 md:hidden", className)}
      summaryClassName="grid size-11 list-none place-items-center [&::-webkit-details-marker]:hidden"
      panelClassName="absolute inset-x-0 top-full z-40 max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-ink bg-paper"
    >
      {children}
    </Disclosure>
  );
}
