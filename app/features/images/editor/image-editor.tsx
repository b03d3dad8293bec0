import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button, SecondaryButton } from "#app/components/button.tsx";
import { addedFirst } from "#app/components/drag-order.ts";
import { ConfirmDialog } from "#app/components/overlay/confirm-dialog.tsx";
import { Dialog } from "#app/components/overlay/dialog.tsx";
import { LeaveGuard } from "#app/components/overlay/leave-guard.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { titleOfUrl } from "#app/domain/pictures/library/image-words.ts";
import {
  ImagesChangedError,
  type PlacedImages,
} from "#app/domain/pictures/placement/image-mapping.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import type { EditedImages } from "../library/edited-images.ts";
import { imageClient, imagesAt } from "../library/image-queries.ts";
import { ImageThumb } from "../library/image-thumb.tsx";
import { leavingUploads } from "../upload/upload-list.tsx";
import { isUnderWay, type Upload } from "../upload/upload-queue.ts";
import { useUploads } from "../upload/use-uploads.ts";
import { EditorTabs } from "./editor-tabs.tsx";
import { saveImages } from "./save-images.ts";

interface ImageEditorProps {
  edited: EditedImages;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * A dialog to choose and order the images of a product or place. Load it lazily, with a new key for
 * each opening. The server refuses everyone but the designated administrator.
 */
export function ImageEditor(props: ImageEditorProps) {
  return (
    <QueryClientProvider client={imageClient}>
      <Editor {...props} />
    </QueryClientProvider>
  );
}

interface Draft {
  urls: readonly string[];
  version: string;
}

const nothing: PlacedImages = { urls: [], version: "" };

function Editor({ edited, open, onOpenChange }: ImageEditorProps) {
  const placed = useQuery(imagesAt(edited.place));
  const stored = placed.data ?? nothing;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [conflict, setConflict] = useState<PlacedImages | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [asks, setAsks] = useState(false);
  const selected = draft?.urls ?? stored.urls;

  function choose(change: (before: readonly string[]) => readonly string[]) {
    setDraft((before) => ({
      urls: change(before?.urls ?? stored.urls),
      // A refetch in the meantime doesn't change the draft's base version.
      version: before?.version ?? stored.version,
    }));
  }

  const { queue, uploads } = useUploads({
    unknownFailure,
    onUploaded(image, upload) {
      const earlier = earlierOfBatch(queue.getSnapshot(), upload);
      choose((before) => addedFirst(before, image.url, earlier));
      void imageClient.invalidateQueries({ queryKey: ["gallery"] });
      toast({ title: "Upload successful", description: "Image has been uploaded and selected" });
    },
  });
  const underWay = uploads.filter(isUnderWay).length;
  const isChanged = draft !== null && draft.urls.join("\n") !== stored.urls.join("\n");
  const wouldLose = open && (underWay > 0 || isChanged);
  const question = underWay > 0 ? leavingUploads : leavingSelection;

  function close() {
    setAsks(false);
    queue.cancelAll();
    onOpenChange(false);
  }

  async function save() {
    setSaving(true);
    try {
      const before = stored.urls;
      const after = await saveImages(edited.place, selected, draft?.version ?? stored.version);
      const run = () => void undo(before, after.version);
      // A place can't be saved empty, so its first image can't be undone.
      toast({ ...edited.done, ...(before.length > 0 && { action: { label: "Undo", run } }) });
      onOpenChange(false);
      announceImageUpdated(edited.itemId);
    } catch (error) {
      if (error instanceof ImagesChangedError) {
        setConflict(error.placed);
        imageClient.setQueryData(imagesAt(edited.place).queryKey, error.placed);
        // The user has now seen what is stored, so saving again is meant to replace it.
        setDraft({ urls: selected, version: error.placed.version });
      } else {
        toast({ ...edited.failed, variant: "destructive" });
      }
    } finally {
      setSaving(false);
    }
  }

  /** Restores the previous images, unless someone has changed them since. */
  async function undo(before: readonly string[], version: string) {
    try {
      await saveImages(edited.place, before, version);
      toast({ title: "Images as before", description: edited.label });
    } catch {
      toast({ ...edited.failed, variant: "destructive" });
    }
    announceImageUpdated(edited.itemId);
  }

  function takeStored() {
    setDraft(null);
    setConflict(null);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={() => !isSaving && (wouldLose ? setAsks(true) : close())}
      title={`Images: ${edited.label}`}
      width="wide"
      actions={
        <>
          <p className="mr-auto self-center text-sm text-ink-soft max-sm:w-full">
            {footing(selected.length, underWay)}
          </p>
          <SecondaryButton onClick={() => (wouldLose ? setAsks(true) : close())}>
            Cancel
          </SecondaryButton>
          <Button
            disabled={selected.length === 0 || placed.isPending || underWay > 0}
            pending={isSaving}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <EditorBody placed={placed}>
        {conflict && <Conflict stored={conflict} onTake={takeStored} />}
        <EditorTabs
          edited={edited}
          selected={selected}
          onChange={choose}
          queue={queue}
          uploads={uploads}
          unknownFailure={unknownFailure}
        />
      </EditorBody>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={question.title}
        description={<p>{question.description}</p>}
        confirmLabel={question.leaveLabel}
        cancelLabel={question.stayLabel}
        tone="danger"
        onConfirm={close}
      />
      <LeaveGuard when={wouldLose} {...question} />
    </Dialog>
  );
}

const unknownFailure = "Unknown error uploading image";

const leavingSelection = {
  title: "Discard your changes to these images?",
  description: "What you have selected has not been saved.",
  leaveLabel: "Discard",
  stayLabel: "Keep editing",
};

function earlierOfBatch(uploads: readonly Upload[], { id, batch }: Upload): Set<string> {
  const earlier = uploads.filter((other) => other.batch === batch && other.id < id);
  return new Set(earlier.flatMap(({ image }) => image?.url ?? []));
}

interface ConflictProps {
  stored: PlacedImages;
  onTake: () => void;
}

/** Someone else saved first: shows what is stored, and lets the user choose. */
function Conflict({ stored: { urls }, onTake }: ConflictProps) {
  return (
    <Notice
      tone="error"
      title="A colleague changed these images while you were editing them."
      className="mb-8"
      action={
        <Button variant="secondary" size="sm" onClick={onTake}>
          Use the saved images
        </Button>
      }
    >
      <p>Currently saved, in this order. If you save again, your selection will replace them.</p>
      <ol aria-label="Saved images" className="mt-3 flex flex-wrap gap-3">
        {urls.map((url) => (
          <li key={url} className="w-24">
            <ImageThumb url={url} sizes="6rem" />
            <p className="truncate text-sm">{titleOfUrl(url)}</p>
          </li>
        ))}
      </ol>
      {urls.length === 0 && <p className="mt-2">No images.</p>}
    </Notice>
  );
}

interface EditorBodyProps {
  placed: { isPending: boolean; isError: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** Saving replaces the stored images, so they are loaded first. */
function EditorBody({ placed, children }: EditorBodyProps) {
  if (placed.isPending) return <Spinner label="Loading images..." showLabel className="min-h-40" />;
  if (!placed.isError) return children;
  return (
    <Notice
      tone="error"
      title="The images could not be loaded."
      action={<SecondaryButton onClick={() => placed.refetch()}>Try again</SecondaryButton>}
    />
  );
}

function footing(selected: number, underWay: number): string {
  if (underWay > 0) {
    return underWay === 1 ? "1 image is uploading" : `${underWay} images are uploading`;
  }
  if (selected === 0) return "No images selected";
  return selected === 1 ? "1 image selected" : `${selected} images selected`;
}
