import { ChevronDown } from "lucide";
import { NavLink } from "react-router";
import { Icon } from "#app/components/icon.tsx";
import { Disclosure } from "#app/components/overlay/disclosure.tsx";
import { navigation } from "./navigation.ts";

const item =
  "relative inline-flex h-11 items-center gap-1 px-3 text-[0.9375rem] whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:bg-oxblood";

/** The navigation links in a row, from 768 px. */
export function DesktopNavigation() {
  return (
    <nav aria-label="Main" className="hidden border-t border-rule md:block">
      <ul className="page-width -mx-3 flex justify-between md:mx-auto lg:justify-start lg:gap-3">
        {navigation.map(({ label, to, menu }) => (
          <li key={to} className="first:-ml-3">
            {menu ? (
              <Disclosure
                label={
                  <>
                    {label} <Icon of={ChevronDown} className="size-4" />
                  </>
                }
                className="group relative"
                summaryClassName={`${item} list-none [&::-webkit-details-marker]:hidden group-open:text-ink [&>svg]:transition-transform group-open:[&>svg]:rotate-180`}
                panelClassName="absolute top-full left-0 z-10 -mt-px min-w-52 border border-ink bg-paper py-1"
              >
                <ul>
                  {menu.map((link) => (
                    <li key={link.to}>
                      <NavLink
                        to={link.to}
                        prefetch="intent"
                        className="block px-4 py-2.5 text-[0.9375rem] hover:bg-paper-deep aria-[current=page]:font-semibold"
                      >
                        {link.label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            ) : (
              <NavLink to={to} end={to === "/"} prefetch="intent" className={item}>
                {label}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
