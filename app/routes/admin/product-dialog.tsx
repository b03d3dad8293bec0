import { useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Dialog } from "#app/components/dialog.tsx";
import type { ProductFrameProps } from "./product-served-dialog.tsx";

/**
 * The dialog around a product's form; leaving it with something typed is asked about first, the
 * browser's Back included.
 */
export function ProductDialog({ title, close, isTouched, actions, children }: ProductFrameProps) {
  const [asks, setAsks] = useState(false);
  const back = useBlocker(({ historyAction }) => historyAction === "POP" && isTouched());
  const isBlocked = back.state === "blocked";

  function keepEditing() {
    setAsks(false);
    if (isBlocked) back.reset();
  }

  return (
    <Dialog
      open
      onOpenChange={() => (isTouched() ? setAsks(true) : close())}
      title={title}
      actions={actions}
    >
      {children}
      <ConfirmDialog
        open={asks || isBlocked}
        onOpenChange={keepEditing}
        title="Discard what you have typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        tone="danger"
        onConfirm={isBlocked ? back.proceed : close}
      />
    </Dialog>
  );
}
