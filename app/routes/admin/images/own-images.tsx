import { data, Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { mostOwnProducts, ownPlaces } from "#app/domain/catalogue/placement/own-images.server.ts";
import {
  progressInWords,
  progressOf,
  stateOf,
} from "#app/domain/catalogue/placement/own-images.ts";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { OwnList, ownGroups } from "#app/features/images/own/own-list.tsx";
import { imageEditorContext, requireImageEditor } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/own-images.ts";
import { imagesPath, ownImagesPath, shotListPath } from "./images-address.ts";

export const middleware: Route.MiddlewareFunction[] = [requireImageEditor];

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Your pictures");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const editor = context.get(imageEditorContext);
  const own = await orNull(ownPlaces(db, editor), log, "list the places of the owner's pictures");
  const isOpenOnly = searchParams.get("show") === "open";
  return data({ own, isOpenOnly, most: mostOwnProducts }, statusOf(own));
}

export default function OwnImages({ loaderData: { own, isOpenOnly, most } }: Route.ComponentProps) {
  useImageUpdates();
  const places = own ? [...own.pages, ...own.products] : [];
  const progress = progressOf(places);
  const groups = own ? ownGroups(own.pages, own.products) : [];
  const shown = isOpenOnly
    ? groups
        .map(({ title, places }) => ({
          title,
          places: places.filter((place) => stateOf(place) !== "yours"),
        }))
        .filter(({ places }) => places.length > 0)
    : groups;
  return (
    <>
      <PageHeader
        before={<BackLink to={imagesPath}>Images</BackLink>}
        title="Your pictures"
        actions={
          <ButtonLink variant="secondary" to={shotListPath}>
            Shot list
          </ButtonLink>
        }
      />
      {!own && (
        <div className="mt-8">
          <LoadFailure message="The pictures could not be loaded. Please try again." />
        </div>
      )}
      {own && (
        <>
          <div className="mt-6 mb-6 flex flex-wrap items-center gap-x-6 gap-y-2">
            <p className="font-semibold" role="status">
              {progressInWords(progress)}
            </p>
            <span aria-hidden="true" className="block h-2 w-full max-w-64 bg-paper-deep">
              <span
                className="block h-full bg-oxblood"
                style={{ width: `${(100 * progress.yours) / Math.max(1, progress.all)}%` }}
              />
            </span>
            <Link
              to={isOpenOnly ? ownImagesPath : `${ownImagesPath}?show=open`}
              preventScrollReset
              className="link text-sm"
            >
              {isOpenOnly ? "Show all" : "Show only what is not yours yet"}
            </Link>
          </div>
          <p className="mb-6 max-w-3xl text-sm text-ink-soft">
            What a picture of a page shows is said, for those who don’t see it, in the{" "}
            <TextLink to="/admin/settings/words">words of that page</TextLink>.
          </p>
          <OwnList places={places} groups={shown} />
          {shown.length === 0 && (
            <EmptyState titleAs="h2" title="Every picture is yours">
              <p>Nothing of the sample is shown to visitors any more.</p>
            </EmptyState>
          )}
          {own.hasMore && (
            <p className="mt-8 text-sm text-ink-soft">
              The first {most} products are listed. Pictures of the others are changed under
              Products.
            </p>
          )}
        </>
      )}
    </>
  );
}
