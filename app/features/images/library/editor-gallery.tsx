import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx/lite";
import { Button, SecondaryButton } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import { imageTitle } from "#app/domain/pictures/library/image-words.ts";
import type { ListedImage } from "#app/domain/pictures/upload/image-upload.ts";
import { galleryOf } from "./image-queries.ts";
import { ImageThumb } from "./image-thumb.tsx";

interface EditorGalleryProps {
  folder: ImageFolder;
  selected: readonly string[];
  onToggle: (url: string) => void;
}

/** All images of a folder, to select from. */
export function EditorGallery({ folder, selected, onToggle }: EditorGalleryProps) {
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(galleryOf(folder));
  if (isPending) return <Spinner label="Loading images..." showLabel />;
  if (isError && !data) {
    return (
      <Notice
        tone="error"
        title="The images could not be loaded."
        action={<SecondaryButton onClick={() => void refetch()}>Try again</SecondaryButton>}
      />
    );
  }
  const images = data.pages.flatMap((page) => page.images);
  if (images.length === 0) {
    return <EmptyState title="No images available. Upload some images to get started." />;
  }
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
        {images.map((image) => (
          <li key={image.path}>
            <Choice
              image={image}
              position={selected.indexOf(image.url) + 1}
              onToggle={() => onToggle(image.url)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-5"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

interface ChoiceProps {
  image: ListedImage;
  /** Position in the selection, from 1; 0 if not selected. */
  position: number;
  onToggle: () => void;
}

function Choice({ image, position, onToggle }: ChoiceProps) {
  const isChosen = position > 0;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onToggle}
      className={clsx(
        "relative block w-full border-2 text-left transition-colors focus-visible:outline-offset-1",
        isChosen ? "border-oxblood" : "border-transparent hover:border-rule-strong",
      )}
    >
      <ImageThumb url={image.url} sizes="(min-width: 48rem) 13rem, 45vw" preview={image.preview} />
      <span className="block truncate px-1.5 py-1 text-sm">{imageTitle(image.path)}</span>
      {isChosen && (
        <span
          aria-hidden="true"
          className="absolute top-0 left-0 grid size-8 place-items-center bg-oxblood font-semibold text-paper tabular-nums"
        >
          {position}
        </span>
      )}
    </button>
  );
}
