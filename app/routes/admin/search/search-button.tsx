import { Search } from "lucide";
import { type MouseEvent, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Icon } from "#app/components/icon.tsx";
import { useOnDemand, warmUpNear } from "#app/components/use-on-demand.ts";
import { officeSearchPath, type SearchesAs } from "./hits.ts";

const loadDialog = () => import("./search-dialog.tsx");

/** Opens the search, like Ctrl K and Cmd K; a link to its page without JavaScript. */
export function SearchButton(who: SearchesAs) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const dialog = useOnDemand(loadDialog, isOpen, () => {
    setOpen(false);
    void navigate(officeSearchPath);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== "k") return;
      // Ignored over an open dialog.
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKeyDown, leaving);
    return () => leaving.abort();
  }, []);

  function open(event: MouseEvent) {
    // Modified clicks open another tab or window, as for any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link
        to={officeSearchPath}
        {...warmUpNear(loadDialog)}
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-11 min-w-11 items-center justify-center gap-x-2.5 border-rule-strong text-sm hover:border-ink hover:text-oxblood md:border md:bg-paper-light md:px-3"
      >
        <Icon of={Search} className="size-5 md:size-4" />
        <span className="max-md:sr-only">Search</span>
        <span aria-hidden="true" className="ml-6 text-xs text-ink-soft max-lg:hidden">
          Ctrl K
        </span>
      </Link>
      {dialog && <dialog.SearchDialog {...who} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
