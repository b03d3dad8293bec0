import { data, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { LeaveGuard } from "#app/components/overlay/leave-guard.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { requestContext } from "#app/context.server.ts";
import { ownPlaces } from "#app/domain/catalogue/placement/own-images.server.ts";
import { progressInWords, progressOf } from "#app/domain/catalogue/placement/own-images.ts";
import { type ImageFolder, imageFolders } from "#app/domain/pictures/image-address.ts";
import { listImages } from "#app/domain/pictures/library/image-list.server.ts";
import type { ImageMapping } from "#app/domain/pictures/placement/image-mapping.ts";
import { imagePlaces } from "#app/domain/pictures/placement/image-places.ts";
import {
  announceImageUpdated,
  useImageUpdates,
} from "#app/domain/pictures/placement/image-updates.ts";
import { listImageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import { uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import {
  prepareImageEditor,
  useImageEditor,
} from "#app/features/images/editor/use-image-editor.tsx";
import { imagesOfPlace } from "#app/features/images/library/edited-images.ts";
import { ImageThumb } from "#app/features/images/library/image-thumb.tsx";
import { RefreshImagesButton } from "#app/features/images/refresh-images-button.tsx";
import { UploadArea } from "#app/features/images/upload/upload-area.tsx";
import { leavingUploads, UploadList } from "#app/features/images/upload/upload-list.tsx";
import { isUnderWay } from "#app/features/images/upload/upload-queue.ts";
import { useUploads } from "#app/features/images/upload/use-uploads.ts";
import { imageEditorContext, requireImageEditor } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/images.ts";
import {
  imagesAddress,
  imagesPath,
  imagesWanted,
  ownImagesPath,
  shotListPath,
  tabLabels,
} from "./images-address.ts";
import { ImagesGrid, ImagesGridSkeleton } from "./images-grid.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireImageEditor];

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Images");

/** Divisible by two, three and four columns. */
const pageSize = 24;

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const imageEditor = context.get(imageEditorContext);
  const { tab, page } = imagesWanted(searchParams);
  const asked = { folder: tab, limit: pageSize, offset: (page - 1) * pageSize };
  const [listed, mapped, own] = await Promise.all([
    // Descending by name.
    orNull(listImages(db, imageEditor, { ...asked, sort: "name-desc" }), log, "list images"),
    orNull(listImageUrls(db, tab), log, "list the images of places"),
    orNull(ownPlaces(db, imageEditor), log, "count the owner's pictures"),
  ]);
  // The only image of the last page may have been deleted.
  if (listed && listed.rows.length === 0 && page > 1) throw redirect(imagesAddress(tab));
  const progress = own && progressOf([...own.pages, ...own.products]);
  return data({ tab, page, listed, mapped, progress }, statusOf(listed));
}

const tabs = imageFolders.map((id) => ({ id, label: tabLabels[id], to: imagesAddress(id) }));
const panelId = "images";

/** The images of the shop and its pages, for the designated administrator. */
export default function Images({ loaderData }: Route.ComponentProps) {
  const { tab, page, listed, mapped, progress } = loaderData;
  useImageUpdates();
  const { location } = useNavigation();
  // Switch the tab immediately; its images follow.
  const chosen =
    location?.pathname === imagesPath
      ? imagesWanted(new URLSearchParams(location.search)).tab
      : tab;
  return (
    <>
      <PageHeader title="Images" actions={<RefreshImagesButton />} />
      {progress && (
        <p className="mt-5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span>
            Of the pictures that visitors see, {progressInWords(progress)}
            {progress.yours < progress.all && "; the others are the sample’s or missing"}.
          </span>
          <TextLink to={ownImagesPath}>Your pictures</TextLink>
          <TextLink to={shotListPath}>Shot list</TextLink>
        </p>
      )}
      <LinkTabs
        label="Kinds of images"
        tabs={tabs}
        value={chosen}
        panelId={panelId}
        className="mt-4"
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, chosen)} className="pt-6">
        <ImagesUpload folder={chosen} />
        {chosen === tab && <ImagesPlaces folder={tab} mapped={mapped} />}
        {chosen !== tab ? (
          <ImagesGridSkeleton />
        ) : listed ? (
          <ImagesGrid tab={tab} page={page} listed={listed} />
        ) : (
          <div className="mt-8">
            <LoadFailure message="Failed to load images. Please try again later." />
          </div>
        )}
      </div>
    </>
  );
}

interface ImagesPlacesProps {
  folder: ImageFolder;
  /** The image of each key in the tab; null if it couldn't be loaded. */
  mapped: ImageMapping[] | null;
}

/** Places on the site, with each one's image and a button to change it. */
function ImagesPlaces({ folder, mapped }: ImagesPlacesProps) {
  const { edit, dialog } = useImageEditor();
  const places = imagePlaces.filter(({ section }) => section === folder);
  if (places.length === 0) return null;
  if (!mapped) {
    return (
      <div className="mt-8">
        <LoadFailure message="The images in use could not be loaded. Please try again." />
      </div>
    );
  }
  return (
    <section className="mt-10">
      <h2 className="text-title">Where they are shown</h2>
      <ul className="mt-3 border-t border-ink">
        {places.map((place) => {
          const shown = mapped.find(({ imageKey }) => imageKey === place.key)?.url ?? null;
          return (
            <li key={place.id} className="flex items-center gap-4 border-b border-rule py-3">
              <div className="w-20 shrink-0 md:w-24">
                {shown ? (
                  <ImageThumb url={shown} sizes="6rem" />
                ) : (
                  <div className="aspect-4/3 bg-paper-deep" />
                )}
              </div>
              <p className="min-w-0 grow">
                {place.label}
                {!shown && <span className="block text-sm text-ink-soft">No image chosen</span>}
              </p>
              <Button
                variant="secondary"
                size="sm"
                onPointerEnter={prepareImageEditor}
                onFocus={prepareImageEditor}
                onClick={() => edit(imagesOfPlace(place))}
              >
                {shown ? "Change" : "Add"}
                <span className="sr-only"> image: {place.label}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {dialog}
      <h2 className="mt-10 text-title">All images</h2>
    </section>
  );
}

const unknownFailure = "There was a problem uploading your images.";

/** Uploads images to the tab's folder; continues when the tab changes. */
function ImagesUpload({ folder }: { folder: ImageFolder }) {
  const { queue, uploads } = useUploads({
    unknownFailure,
    onUploaded: ({ path }) => {
      toast({ title: "Image uploaded", description: "The image was successfully uploaded." });
      announceImageUpdated(path);
    },
  });
  return (
    <>
      <UploadArea
        onFiles={(files) => queue.add(files, ({ name }) => uploadAddress(folder, name))}
      />
      <UploadList uploads={uploads} queue={queue} unknownFailure={unknownFailure} />
      <LeaveGuard when={uploads.some(isUnderWay)} {...leavingUploads} />
    </>
  );
}
