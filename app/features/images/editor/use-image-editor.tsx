import { type ReactNode, useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand, warmUp } from "#app/components/use-on-demand.ts";
import type { EditedImages } from "../library/edited-images.ts";

const loadEditor = () => import("./image-editor.tsx");

/** Preloads the editor. */
export function prepareImageEditor(): void {
  warmUp(loadEditor);
}

/** A page's image editor; use once per page. Render `dialog`, and call `edit` to open it. */
export function useImageEditor(): { edit: (images: EditedImages) => void; dialog: ReactNode } {
  const [edited, setEdited] = useState<EditedImages | null>(null);
  const [opening, setOpening] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const editor = useOnDemand(loadEditor, isOpen, () => {
    setOpen(false);
    toast({
      title: "The image editor could not be loaded",
      description: "Please check the connection and try again.",
      variant: "destructive",
    });
  });

  function edit(images: EditedImages) {
    setEdited(images);
    // A new key discards the last unsaved selection.
    setOpening((before) => before + 1);
    setOpen(true);
  }

  const dialog = edited && editor && (
    <editor.ImageEditor key={opening} edited={edited} open={isOpen} onOpenChange={setOpen} />
  );
  return { edit, dialog };
}
