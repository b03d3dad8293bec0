import { useRef, useState } from "react";
import { LeaveGuard } from "#app/components/overlay/leave-guard.tsx";
import { Section } from "#app/components/page/section.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { categoryText, isCategory } from "#app/domain/catalogue/category.ts";
import type { OwnPlace } from "#app/domain/catalogue/placement/own-images.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { imagePlaces } from "#app/domain/pictures/placement/image-places.ts";
import { useImageEditor } from "../editor/use-image-editor.tsx";
import { imagesOfPlace, imagesOfProduct } from "../library/edited-images.ts";
import { UploadArea } from "../upload/upload-area.tsx";
import { leavingUploads, UploadList } from "../upload/upload-list.tsx";
import { OwnRow } from "./own-row.tsx";
import { proposalFor } from "./proposals.ts";
import { type Proposed, ProposedList } from "./proposed-list.tsx";
import { useOwnUploads, type WantedPicture } from "./use-own-uploads.ts";

interface OwnListProps {
  /** All places, because a file may belong to any. */
  places: readonly OwnPlace[];
  groups: readonly OwnGroup[];
}

export interface OwnGroup {
  title: string;
  places: readonly OwnPlace[];
}

/** As many files as a person can check at once. */
const mostFiles = 60;

const leavingProposed = {
  title: "Leave without these pictures?",
  description: "What you have chosen has not been uploaded.",
  leaveLabel: "Leave",
  stayLabel: "Stay",
};

/**
 * Lists places that still need the owner's pictures. A batch of files is first sorted by name. The
 * server refuses everyone but the designated administrator.
 */
export function OwnList({ places, groups }: OwnListProps) {
  const uploads = useOwnUploads();
  const { edit, dialog } = useImageEditor();
  const [proposed, setProposed] = useState<readonly Proposed[]>([]);
  const lastId = useRef(0);

  function propose(files: readonly File[]) {
    if (proposed.length + files.length > mostFiles) {
      const description = `Please choose at most ${mostFiles} at a time.`;
      toast({ title: "Too many pictures", description, variant: "destructive" });
      return;
    }
    const found = files.map((file): Proposed => {
      lastId.current += 1;
      const { place, shot } = proposalFor(file.name, places);
      return { id: lastId.current, file, own: place, shot };
    });
    setProposed((before) => [...before, ...found]);
  }

  function apply(pictures: readonly WantedPicture[], ids: readonly number[]) {
    setProposed((before) => before.filter(({ id }) => !ids.includes(id)));
    uploads.send(pictures);
  }

  return (
    <>
      <UploadArea onFiles={propose} />
      <p className="mt-2 text-sm text-ink-soft">
        Several at once: name each after its cut, as in ribeye-raw.jpg or home-hero.jpg.
      </p>
      {proposed.length > 0 && (
        <ProposedList
          proposed={proposed}
          places={places}
          onChange={(id, to) =>
            setProposed((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)))
          }
          onRemove={(id) => setProposed((before) => before.filter((one) => one.id !== id))}
          onApply={apply}
        />
      )}
      <UploadList
        uploads={uploads.uploads}
        queue={uploads.queue}
        unknownFailure={uploads.unknownFailure}
      />
      {groups.map(({ title, places }) => (
        <Section key={title} id={idOf(title)} title={title} className="mt-10">
          <ul aria-labelledby={idOf(title)} className="mt-3 border-t border-ink">
            {places.map((own) => (
              <OwnRow
                key={own.id}
                own={own}
                uploads={uploads}
                onArrange={() => edit(editedAt(own))}
              />
            ))}
          </ul>
        </Section>
      ))}
      {dialog}
      <LeaveGuard when={uploads.isBusy} {...leavingUploads} />
      <LeaveGuard when={!uploads.isBusy && proposed.length > 0} {...leavingProposed} />
    </>
  );
}

const idOf = (title: string) => `own-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;

function editedAt({ id, label, fileName, place: { section }, images: [main] }: OwnPlace) {
  const place = imagePlaces.find((known) => known.id === id);
  if (section !== productSection && place) return imagesOfPlace(place);
  return imagesOfProduct({ id, slug: fileName, name: label, imageUrl: main?.url ?? null });
}

/** Groups the pages' places first, then products by category, without empty groups. */
export function ownGroups(
  pages: readonly OwnPlace[],
  products: readonly (OwnPlace & { category: string | null })[],
): OwnGroup[] {
  const byCategory = Map.groupBy(products, ({ category, isHidden }) =>
    isHidden ? "Not in the shop at present" : labelOf(category),
  );
  const groups = [...byCategory].map(([title, places]) => ({ title, places }));
  return [{ title: "Pages", places: pages }, ...groups].filter(({ places }) => places.length > 0);
}

function labelOf(category: string | null): string {
  return isCategory(category) ? categoryText[category].label : "Other products";
}
