import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { useCloseOnBack } from "./close-on-back.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** `danger` for actions that can't be undone. */
  tone?: "normal" | "danger";
  /** True while the action is in progress: the confirm button is busy. */
  pending?: boolean;
  /** False if Back is what the dialog asks about. */
  closesOnBack?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  tone = "normal",
  pending = false,
  closesOnBack = true,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus({ isQuestion: true });
  useCloseOnBack(open && closesOnBack, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className="dialog-panel max-w-md px-6 pt-6 pb-5"
        >
          <AlertDialog.Title className="text-title">{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description asChild>
              <div className="mt-3 text-ink-soft">{description}</div>
            </AlertDialog.Description>
          )}
          <div className="mt-7 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={tone === "danger" ? "danger" : "primary"}
              pending={pending}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
