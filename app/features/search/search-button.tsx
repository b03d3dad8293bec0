import { Search } from "lucide";
import { type MouseEvent, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useOnDemand, warmUpNear } from "#app/components/use-on-demand.ts";

const loadPanel = () => import("./search-panel.tsx");

/**
 * Opens the search under the bar it stands in, whose element must be positioned. Until JavaScript
 * runs, and where it does not, it is a plain link to the search page.
 */
export function SearchButton() {
  const button = useRef<HTMLAnchorElement>(null);
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  // Open for the page it was opened on: going anywhere closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === location.key;
  const close = () => setOpenOn(null);
  const panel = useOnDemand(loadPanel, isOpen, () => {
    close();
    navigate("/search");
  });

  function toggle(event: MouseEvent) {
    // A new tab or window was wanted.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpenOn(isOpen ? null : location.key);
  }

  return (
    <>
      <Link
        ref={button}
        to="/search"
        aria-label="Search"
        {...(isHydrated && { role: "button", "aria-expanded": isOpen })}
        onClick={toggle}
        onKeyDown={(event) => {
          // A link does not know the space bar, a button does.
          if (event.key !== " ") return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        {...warmUpNear(loadPanel)}
        className={buttonClass({ variant: "quiet", size: "icon" })}
      >
        <Icon of={Search} className="size-5.5" strokeWidth={1.6} />
      </Link>
      {isOpen && panel && <panel.SearchPanel button={button} onClose={close} />}
    </>
  );
}
