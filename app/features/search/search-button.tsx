import { Search } from "lucide";
import { type MouseEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Icon } from "#app/components/icon.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useOnDemand, warmUpNear } from "#app/components/use-on-demand.ts";

const loadPanel = () => import("./search-panel.tsx");

/** Opens the search below its bar, which must be positioned. Without JavaScript, a link. */
export function SearchButton() {
  const button = useRef<HTMLAnchorElement>(null);
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  // Tied to the page it was opened on: any navigation closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === location.key;
  const close = () => setOpenOn(null);
  const panel = useOnDemand(loadPanel, isOpen, () => {
    close();
    navigate("/search");
  });

  function toggle(event: MouseEvent) {
    // The user wants a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpenOn(isOpen ? null : location.key);
  }

  return (
    <>
      <ButtonLink
        ref={button}
        to="/search"
        aria-label="Search"
        {...(isHydrated && { role: "button", "aria-expanded": isOpen })}
        onClick={toggle}
        onKeyDown={(event) => {
          // Links don't react to the space bar, buttons do.
          if (event.key !== " ") return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        {...warmUpNear(loadPanel)}
        variant="quiet"
        size="icon"
      >
        <Icon of={Search} className="size-5.5 stroke-[1.6]" />
      </ButtonLink>
      {isOpen && panel && <panel.SearchPanel button={button} onClose={close} />}
    </>
  );
}
