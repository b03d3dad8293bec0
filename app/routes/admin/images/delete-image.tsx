import { useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { imageTitle, usesInWords } from "#app/domain/pictures/library/image-words.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import type { ListedImage } from "#app/domain/pictures/upload/image-upload.ts";

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

interface DeleteImageProps {
  image: ListedImage;
  onClose: () => void;
}

/** Confirms deleting an image, and lists where it's used. */
export function DeleteImage({ image, onClose }: DeleteImageProps) {
  const [isBusy, setBusy] = useState(false);
  const dialog = useOnDemand(loadDialog, true, () => {
    sayFailed();
    onClose();
  });

  async function remove() {
    setBusy(true);
    try {
      const query = new URLSearchParams({ path: image.path });
      const response = await fetch(`/api/images?${query}`, { method: "DELETE" });
      // If someone else has deleted it meanwhile, that's fine too.
      if (!response.ok && response.status !== 404) {
        throw new Error(`Deleting an image answered ${response.status}`);
      }
      toast({ title: "Image deleted" });
      announceImageUpdated(image.path);
      onClose();
    } catch {
      sayFailed();
      setBusy(false);
    }
  }

  if (!dialog) return null;
  const uses = usesInWords(image.usedFor);
  return (
    <dialog.ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Delete this image?"
      description={
        <>
          <p className="font-semibold break-words text-ink">{imageTitle(image.path)}</p>
          {uses.length > 0 ? (
            <p className="mt-1">
              It is shown here: {uses.join("; ")}. The next image, if there is one, will be shown
              instead.
            </p>
          ) : (
            <p className="mt-1">It is not in use. This cannot be undone.</p>
          )}
        </>
      }
      confirmLabel="Delete"
      cancelLabel="Keep"
      tone="danger"
      pending={isBusy}
      onConfirm={() => void remove()}
    />
  );
}

function sayFailed() {
  toast({
    title: "Delete failed",
    description: "There was a problem deleting the image.",
    variant: "destructive",
  });
}
