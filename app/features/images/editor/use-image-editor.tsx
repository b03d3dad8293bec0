import { type ReactNode, useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand, warmUp } from "#app/components/use-on-demand.ts";
import type { EditedImages } from "../library/edited-images.ts";

const loadEditor = () => import("./image-editor.tsx");

/** Fetches the editor, when it may be opened next. */
export function prepareImageEditor(): void {
  warmUp(loadEditor);
}

/** The image editor of a page, once on it: `dialog` is drawn, `edit` opens it. */
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
    // What was chosen before and not saved is forgotten.
    setOpening((before) => before + 1);
    setOpen(true);
  }

  const dialog = edited && editor && (
    <editor.ImageEditor key={opening} edited={edited} open={isOpen} onOpenChange={setOpen} />
  );
  return { edit, dialog };
}
