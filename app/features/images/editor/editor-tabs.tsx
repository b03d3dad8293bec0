import { useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { moved, useDragOrder } from "#app/components/drag-order.ts";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#app/components/tabs.tsx";
import { titleOfUrl } from "#app/domain/pictures/library/image-words.ts";
import { uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import type { EditedImages } from "../library/edited-images.ts";
import { EditorGallery } from "../library/editor-gallery.tsx";
import { UploadArea } from "../upload/upload-area.tsx";
import { UploadList } from "../upload/upload-list.tsx";
import type { Upload, UploadQueue } from "../upload/upload-queue.ts";
import { SelectedImage } from "./selected-image.tsx";

interface EditorTabsProps {
  edited: EditedImages;
  /** URLs, the main image's first. */
  selected: readonly string[];
  onChange: (change: (before: readonly string[]) => readonly string[]) => void;
  queue: UploadQueue;
  uploads: readonly Upload[];
  unknownFailure: string;
}

/** The tabs Gallery, Upload and Selected. */
export function EditorTabs(props: EditorTabsProps) {
  const { edited, selected, onChange, queue, uploads, unknownFailure } = props;
  const { folder, fileName } = edited;
  const [tab, setTab] = useState("gallery");
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabList label="Images" className="sticky -top-5 z-10 -mt-5 bg-paper">
        <Tab value="gallery">Gallery</Tab>
        <Tab value="upload">Upload</Tab>
        <Tab value="selected">Selected ({selected.length})</Tab>
      </TabList>
      <TabPanel value="gallery" className={panel}>
        <EditorGallery
          folder={folder}
          selected={selected}
          onToggle={(url) => onChange((before) => toggled(before, url))}
        />
      </TabPanel>
      <TabPanel value="upload" className={panel}>
        <UploadArea onFiles={(files) => queue.add(files, () => uploadAddress(folder, fileName))} />
        <UploadList uploads={uploads} queue={queue} unknownFailure={unknownFailure} />
      </TabPanel>
      <TabPanel value="selected" className={panel}>
        <EditorSelected selected={selected} onChange={onChange} />
      </TabPanel>
    </Tabs>
  );
}

/** Keeps the buttons below from moving. */
const panel = "min-h-72 !pt-5";

function toggled(before: readonly string[], url: string): readonly string[] {
  return before.includes(url) ? before.filter((other) => other !== url) : [...before, url];
}

interface EditorSelectedProps {
  selected: readonly string[];
  onChange: (change: (before: readonly string[]) => readonly string[]) => void;
}

/** The selected images, reordered with buttons or by dragging; changes are announced. */
function EditorSelected({ selected, onChange }: EditorSelectedProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState("");
  const [removed, setRemoved] = useState<{ url: string; at: number } | null>(null);

  function move(from: number, to: number) {
    const url = selected[from];
    if (url === undefined || to < 0 || to >= selected.length) return;
    onChange((before) => moved(before, from, to));
    say(`${titleOfUrl(url)}, now ${to + 1} of ${selected.length}`);
  }

  function remove(url: string) {
    // The pressed button disappears with its row, so the focus moves.
    list.current?.focus();
    setRemoved({ url, at: selected.indexOf(url) });
    onChange((before) => before.filter((other) => other !== url));
    say(`${titleOfUrl(url)} removed`);
  }

  function takeBack({ url, at }: { url: string; at: number }) {
    list.current?.focus();
    setRemoved(null);
    onChange((before) => before.filter((other) => other !== url).toSpliced(at, 0, url));
    say(`${titleOfUrl(url)} is back`);
  }

  const dragging = useDragOrder(list, selected, move);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {removed && !selected.includes(removed.url) && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 text-sm">
          {titleOfUrl(removed.url)} is taken out.
          <Button variant="quiet" size="sm" onClick={() => takeBack(removed)}>
            Undo
          </Button>
        </p>
      )}
      {selected.length === 0 && <EmptyState title="No images selected yet" />}
      {selected.length > 1 && (
        <p className="mb-3 text-sm text-ink-soft">
          The first is shown wherever there is room for only one. To reorder, drag an image or use
          the arrows.
        </p>
      )}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Selected images, in order"
        {...dragging.list}
        className="focus-visible:outline-none"
      >
        {selected.map((url, at) => (
          <SelectedImage
            key={url}
            url={url}
            position={at + 1}
            count={selected.length}
            isDragged={dragging.dragged === url}
            onGrab={(event) => dragging.grab(event, url)}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(url)}
          />
        ))}
      </ol>
    </>
  );
}
