import { useState } from "react";
import { ConfirmDialog } from "#app/components/overlay/confirm-dialog.tsx";
import { Dialog } from "#app/components/overlay/dialog.tsx";
import type { ProductFrameProps } from "./product-served-dialog.tsx";

/** The dialog around a product's form; asks before discarding input. */
export function ProductDialog({ title, close, isTouched, actions, children }: ProductFrameProps) {
  const [asks, setAsks] = useState(false);
  return (
    <Dialog
      open
      closesOnBack={false}
      onOpenChange={() => (isTouched() ? setAsks(true) : close())}
      title={title}
      actions={actions}
    >
      {children}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Discard what you have typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        tone="danger"
        onConfirm={close}
      />
    </Dialog>
  );
}
