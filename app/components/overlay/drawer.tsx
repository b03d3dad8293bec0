import { clsx } from "clsx/lite";
import { X } from "lucide";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { buttonClass } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { useCloseOnBack } from "./close-on-back.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: "right" | "left";
  title: ReactNode;
  /** For screen readers only, read with the title. */
  description?: string;
  /** Stays visible below the scrolling part. */
  footer?: ReactNode;
  children?: ReactNode;
  /** Called after closing; call `preventDefault` to move the focus elsewhere than to the opener. */
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * A full-height side panel, e.g. the cart. Modal: traps focus; Escape, the close button, Back and a
 * press outside close it. Load it lazily, as it includes Radix.
 */
export function Drawer({
  open,
  onOpenChange,
  side = "right",
  title,
  description,
  footer,
  children,
  onCloseAutoFocus,
}: DrawerProps) {
  const returnFocus = useReturnFocus({ onCloseAutoFocus });
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          data-side={side}
          className={clsx("drawer-panel", side === "right" ? "right-0" : "left-0")}
        >
          <header className="flex min-h-18 items-center gap-4 border-b border-rule pr-3 pl-5 sm:pl-6">
            <Dialog.Title className="grow text-title">{title}</Dialog.Title>
            {description && (
              <Dialog.Description className="sr-only">{description}</Dialog.Description>
            )}
            <Dialog.Close
              aria-label="Close"
              className={buttonClass({ variant: "quiet", size: "icon" })}
            >
              <Icon of={X} className="size-5" />
            </Dialog.Close>
          </header>
          <div className="grow overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">
            {children}
          </div>
          {footer && <footer className="border-t border-ink px-5 py-5 sm:px-6">{footer}</footer>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
