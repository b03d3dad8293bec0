import { Button } from "#app/components/button.tsx";
import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import type { ImageMapping } from "#app/domain/pictures/placement/image-mapping.ts";
import { imagePlaces } from "#app/domain/pictures/placement/image-places.ts";
import {
  prepareImageEditor,
  useImageEditor,
} from "#app/features/images/editor/use-image-editor.tsx";
import { imagesOfPlace } from "#app/features/images/library/edited-images.ts";
import { ImageThumb } from "#app/features/images/library/image-thumb.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";

interface ImagesPlacesProps {
  folder: ImageFolder;
  /** The image of each key in the tab; null if it couldn't be loaded. */
  mapped: ImageMapping[] | null;
}

/** Places on the site, with each one's image and a button to change it. */
export function ImagesPlaces({ folder, mapped }: ImagesPlacesProps) {
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
