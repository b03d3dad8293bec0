import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "#app/components/tabs.tsx";
import { toast } from "#app/components/toast-store.ts";
import type { EditedImages } from "./edited-images.ts";
import { EditorGallery } from "./editor-gallery.tsx";
import { EditorSelected } from "./editor-selected.tsx";
import { imageClient } from "./image-queries.ts";
import { uploadAddress } from "./picture-upload.ts";
import { UploadArea } from "./upload-area.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

interface EditorTabsProps {
  edited: EditedImages;
  /** The addresses of the chosen pictures, the one that is shown first. */
  selected: readonly string[];
  onChange: (change: (before: readonly string[] | null) => readonly string[]) => void;
}

const unknownFailure = "Unknown error uploading image";

/** Gallery, Upload and Selected (specification, section 2). */
export function EditorTabs({ edited, selected, onChange }: EditorTabsProps) {
  const [tab, setTab] = useState("gallery");
  const change = (to: (before: readonly string[]) => readonly string[]) =>
    onChange((before) => to(before ?? selected));
  // Uploads go on while another tab is looked at.
  const { queue, uploads } = useUploads({
    unknownFailure,
    onUploaded: ({ url }) => {
      change((before) => [...before, url]);
      void imageClient.invalidateQueries({ queryKey: ["gallery"] });
      toast({ title: "Upload successful", description: "Image has been uploaded and selected" });
    },
  });
  const { folder, place } = edited;
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
          onToggle={(url) => change((before) => toggled(before, url))}
        />
      </TabPanel>
      <TabPanel value="upload" className={panel}>
        <UploadArea onFiles={(files) => queue.add(files, () => uploadAddress(folder, place.key))} />
        <UploadList uploads={uploads} queue={queue} unknownFailure={unknownFailure} />
      </TabPanel>
      <TabPanel value="selected" className={panel}>
        <EditorSelected selected={selected} onChange={change} />
      </TabPanel>
    </Tabs>
  );
}

/** As high whatever stands in it, so that the buttons below stay where they are. */
const panel = "min-h-72 !pt-5";

function toggled(before: readonly string[], url: string): readonly string[] {
  return before.includes(url) ? before.filter((other) => other !== url) : [...before, url];
}
