import { data, Link, redirect, useNavigation } from "react-router";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { ownPlaces } from "#app/domain/catalogue/placement/own-images.server.ts";
import { progressInWords, progressOf } from "#app/domain/catalogue/placement/own-images.ts";
import { imageFolders } from "#app/domain/pictures/image-address.ts";
import { listImages } from "#app/domain/pictures/library/image-list.server.ts";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { listImageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import { RefreshImagesButton } from "#app/features/images/refresh-images-button.tsx";
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
import { ImagesPlaces } from "./images-places.tsx";
import { ImagesUpload } from "./images-upload.tsx";

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
      <PageHeader size="compact" title="Images" actions={<RefreshImagesButton />} />
      {progress && (
        <p className="mt-5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span>
            Of the pictures that visitors see, {progressInWords(progress)}
            {progress.yours < progress.all && "; the others are the sample’s or missing"}.
          </span>
          <Link to={ownImagesPath} className="link">
            Your pictures
          </Link>
          <Link to={shotListPath} className="link">
            Shot list
          </Link>
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
