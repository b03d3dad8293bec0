import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "#app/components/tabs.tsx";
import { uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import type { EditedImages } from "../library/edited-images.ts";
import { EditorGallery } from "../library/editor-gallery.tsx";
import { UploadArea } from "../upload/upload-area.tsx";
import { UploadList } from "../upload/upload-list.tsx";
import type { Upload, UploadQueue } from "../upload/upload-queue.ts";
import { EditorSelected } from "./editor-selected.tsx";

interface EditorTabsProps {
  edited: EditedImages;
  /** URLs of the selected images, the main one first. */
  selected: readonly string[];
  onChange: (change: (before: readonly string[]) => readonly string[]) => void;
  queue: UploadQueue;
  uploads: readonly Upload[];
  /** Message for uploads that fail without one. */
  unknownFailure: string;
}

/** Gallery, Upload and Selected. */
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

/** A fixed minimum height, so that the buttons below don't move. */
const panel = "min-h-72 !pt-5";

function toggled(before: readonly string[], url: string): readonly string[] {
  return before.includes(url) ? before.filter((other) => other !== url) : [...before, url];
}
