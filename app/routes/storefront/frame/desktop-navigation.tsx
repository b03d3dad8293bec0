import { ChevronDown } from "lucide";
import { Icon } from "#app/components/icon.tsx";
import { Disclosure } from "#app/components/overlay/disclosure.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { navigation } from "./navigation.ts";

/** The navigation links in a row, from 768 px. */
export function DesktopNavigation() {
  return (
    <nav aria-label="Main" className="hidden border-t border-rule md:block">
      {/* Left-aligned, so that no link moves while later ones are still being read. */}
      <ul className="page-width -mx-3 flex gap-1 md:mx-auto lg:gap-3">
        {navigation.map(({ label, to, menu }) => (
          <li key={to} className="first:-ml-3">
            {menu ? (
              <Disclosure
                label={
                  <>
                    {label} <Icon of={ChevronDown} className="size-4" />
                  </>
                }
                className="relative"
                summaryClassName="bar-link"
                panelClassName="absolute top-full left-0 z-10 -mt-px min-w-52 border border-ink bg-paper py-1"
              >
                <ul>
                  {menu.map((link) => (
                    <li key={link.to}>
                      <PageLink
                        to={link.to}
                        prefetch="intent"
                        className="block px-4 py-2.5 text-[0.9375rem] hover:bg-paper-deep aria-[current=page]:font-semibold"
                      >
                        {link.label}
                      </PageLink>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            ) : (
              <PageLink to={to} end={to === "/"} prefetch="intent" className="bar-link">
                {label}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
