import { clsx } from "clsx/lite";
import { X } from "lucide";
import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { buttonClass } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { useCloseOnBack } from "./close-on-back.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** `wide` for tables and galleries. */
  width?: "normal" | "wide";
  /** False if Back leaves it anyway, as it is part of the URL. */
  closesOnBack?: boolean;
}

/**
 * A modal dialog: traps focus; Escape, Back and the close button close it; focus returns to the
 * opener. Load it lazily, as it includes Radix.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  width = "normal",
  closesOnBack = true,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  useCloseOnBack(open && closesOnBack, () => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="overlay" />
        <RadixDialog.Content
          {...returnFocus}
          // Radix warns unless a missing description is explicit.
          {...(description ? {} : { "aria-describedby": undefined })}
          className={clsx("dialog-panel", width === "wide" ? "max-w-4xl" : "max-w-lg")}
        >
          <header className="flex items-start gap-4 border-b border-rule px-6 pt-5 pb-4">
            <div className="grow">
              <RadixDialog.Title className="text-title">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-sm text-ink-soft">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close
              aria-label="Close"
              className={buttonClass({ variant: "quiet", size: "icon", className: "-mt-2 -mr-3" })}
            >
              <Icon of={X} className="size-5" />
            </RadixDialog.Close>
          </header>
          {children && <div className="overflow-y-auto px-6 py-5">{children}</div>}
          {actions && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-rule px-6 py-4">
              {actions}
            </footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
