import { QueryClientProvider } from "@tanstack/react-query";
import { X } from "lucide";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { buttonClass } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { useCloseOnBack } from "#app/components/overlay/close-on-back.ts";
import { SearchBox } from "./search-box.tsx";
import { searchClient } from "./search-query.ts";

interface SearchPanelProps {
  /** Opened the panel: gets the focus on closing, and doesn't count as outside. */
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * The dropdown below the bar, loaded on demand. Escape, Back, the close button, a press outside and
 * tabbing out close it and discard the query.
 */
export function SearchPanel({ button, onClose }: SearchPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useCloseOnBack(true, onClose);

  const onElsewhere = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof Node)) return;
    if (!panel.current?.contains(target) && !button.current?.contains(target)) onClose();
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // During IME composition, Escape belongs to the input method.
    if (event.key === "Escape" && !event.isComposing) closeToButton();
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointerdown", (event) => onElsewhere(event), { signal });
    document.addEventListener("focusin", (event) => onElsewhere(event), { signal });
    document.addEventListener("keydown", (event) => onKey(event), { signal });
    return () => listening.abort();
  }, []);

  function closeToButton() {
    onClose();
    button.current?.focus();
  }

  return (
    <div
      ref={panel}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-b border-ink bg-paper"
    >
      <div className="page-width flex items-start gap-2 py-5 md:py-8">
        <QueryClientProvider client={searchClient}>
          <SearchBox onClose={onClose} />
        </QueryClientProvider>
        <button
          type="button"
          aria-label="Close search"
          onClick={closeToButton}
          className={buttonClass({ variant: "quiet", size: "icon", className: "mt-1 -mr-2.5" })}
        >
          <Icon of={X} className="size-5" />
        </button>
      </div>
    </div>
  );
}
