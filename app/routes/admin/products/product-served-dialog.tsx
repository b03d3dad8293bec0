import { X } from "lucide";
import { type ReactNode, useId } from "react";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Icon } from "#app/components/icon.tsx";

export interface ProductFrameProps {
  title: string;
  closeTo: string;
  close: () => void;
  /** Returns whether there is input that closing would lose. */
  isTouched: () => boolean;
  actions: ReactNode;
  children: ReactNode;
}

/** Looks like `components/overlay/dialog.tsx`, but in plain HTML: closing it follows a link. */
export function ServedDialog({ title, closeTo, actions, children }: ProductFrameProps) {
  const id = useId();
  return (
    <>
      <div className="overlay" />
      <div role="dialog" aria-labelledby={id} className="dialog-panel max-w-lg">
        <header className="flex items-start gap-4 border-b border-rule px-6 pt-5 pb-4">
          <h2 id={id} className="grow text-title">
            {title}
          </h2>
          <ButtonLink
            to={closeTo}
            replace
            preventScrollReset
            aria-label="Close"
            variant="quiet"
            size="icon"
            className="-mt-2 -mr-3"
          >
            <Icon of={X} className="size-5" />
          </ButtonLink>
        </header>
        <div className="overflow-y-auto px-6 py-5">{children}</div>
        <footer className="flex flex-wrap justify-end gap-3 border-t border-rule px-6 py-4">
          {actions}
        </footer>
      </div>
    </>
  );
}
