import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { Dialog } from "#app/components/dialog.tsx";
import { Notice } from "#app/components/notice.tsx";
import { Spinner } from "#app/components/spinner.tsx";
import { toast } from "#app/components/toast-store.ts";
import type { EditedImages } from "./edited-images.ts";
import { EditorTabs } from "./editor-tabs.tsx";
import { imageClient, picturesAt } from "./image-queries.ts";
import { announceImageUpdated } from "./image-updated.ts";
import { saveImages } from "./save-images.ts";

interface ImageEditorProps {
  edited: EditedImages;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The dialog in which the pictures of a product or of a place are chosen and put in order. For the
 * designated administrator; the server refuses everybody else. Load it lazily, and give it a new key
 * each time it is opened.
 */
export function ImageEditor(props: ImageEditorProps) {
  return (
    <QueryClientProvider client={imageClient}>
      <Editor {...props} />
    </QueryClientProvider>
  );
}

function Editor({ edited, open, onOpenChange }: ImageEditorProps) {
  const placed = useQuery(picturesAt(edited.place));
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const [isSaving, setSaving] = useState(false);
  const selected = chosen ?? startOf(edited, placed.data);

  async function save() {
    setSaving(true);
    try {
      await saveImages(edited.place, selected);
      toast(edited.done);
      onOpenChange(false);
      announceImageUpdated(edited.itemId);
    } catch {
      toast({ ...edited.failed, variant: "destructive" });
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isSaving && onOpenChange(next)}
      title={`Images: ${edited.label}`}
      width="wide"
      actions={
        <>
          <p className="mr-auto self-center text-sm text-ink-soft max-sm:w-full">
            {selected.length === 0 ? "No images selected" : countOf(selected.length)}
          </p>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            disabled={selected.length === 0 || placed.isPending}
            pending={isSaving}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <EditorBody placed={placed}>
        <EditorTabs edited={edited} selected={selected} onChange={choose} />
      </EditorBody>
    </Dialog>
  );
}

interface EditorBodyProps {
  placed: { isPending: boolean; isError: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** What is there now has to be known first: saving puts the selection in its place. */
function EditorBody({ placed, children }: EditorBodyProps) {
  if (placed.isPending) return <Spinner label="Loading images..." showLabel className="min-h-40" />;
  if (!placed.isError) return children;
  return (
    <Notice
      tone="error"
      title="The images could not be loaded."
      action={
        <Button variant="secondary" onClick={() => placed.refetch()}>
          Try again
        </Button>
      }
    />
  );
}

/** A product may show a picture that stands in no mapping yet. */
function startOf({ shown }: EditedImages, placed: readonly string[] = []): readonly string[] {
  return placed.length === 0 && shown ? [shown] : placed;
}

function countOf(count: number): string {
  return count === 1 ? "1 image selected" : `${count} images selected`;
}
