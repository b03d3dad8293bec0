import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { Skeleton } from "#app/components/page/skeleton.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import { formatBytes, imageTitle, usesInWords } from "#app/domain/pictures/library/image-words.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import type { ListedImage } from "#app/domain/pictures/upload/image-upload.ts";
import { ImageThumb } from "#app/features/images/library/image-thumb.tsx";
import { imagesAddress, tabLabels } from "./images-address.ts";

interface ImagesGridProps {
  tab: ImageFolder;
  page: number;
  listed: { rows: ListedImage[]; hasMore: boolean };
}

const columns = "mt-8 grid grid-cols-2 gap-x-4 gap-y-7 md:grid-cols-3 xl:grid-cols-4";

export function ImagesGrid({ tab, page, listed: { rows, hasMore } }: ImagesGridProps) {
  const [deleted, setDeleted] = useState<ListedImage | null>(null);
  if (rows.length === 0) {
    return (
      <EmptyState titleAs="h2" title="No images found in this section">
        <p>Images you upload above are listed here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={`${tabLabels[tab]} images`} className={columns}>
        {rows.map((image) => (
          <li key={image.path} className="flex flex-col">
            <ImageCard image={image} onDelete={() => setDeleted(image)} />
          </li>
        ))}
      </ul>
      <Pagination
        label="Pages of images"
        prevHref={page > 1 ? imagesAddress(tab, page - 1) : null}
        nextHref={hasMore ? imagesAddress(tab, page + 1) : null}
        info={`Page ${page}`}
      />
      {deleted && (
        <DeleteImage key={deleted.path} image={deleted} onClose={() => setDeleted(null)} />
      )}
    </>
  );
}

function ImageCard({ image, onDelete }: { image: ListedImage; onDelete: () => void }) {
  const { path, url, width, height, bytes, usedFor } = image;
  const title = imageTitle(path);
  const uses = usesInWords(usedFor);
  return (
    <>
      <ImageThumb
        url={url}
        sizes="(min-width: 80rem) 15rem, (min-width: 48rem) 25vw, 45vw"
        preview={image.preview}
      />
      <p title={path} className="mt-2 truncate font-semibold">
        {title}
      </p>
      <p className="text-sm text-ink-soft tabular-nums">
        {width} × {height}, {formatBytes(bytes)}
      </p>
      <p className="mb-2 text-sm break-words">
        {uses.length > 0 ? `Shown: ${uses.join("; ")}` : "Not in use"}
      </p>
      <Button variant="danger" size="sm" className="mt-auto self-start" onClick={onDelete}>
        Delete<span className="sr-only"> {title}</span>
      </Button>
    </>
  );
}

const places = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

/** The loading state of a tab's images. */
export function ImagesGridSkeleton() {
  return (
    <div className={columns}>
      <Spinner label="Loading images..." className="sr-only" />
      {places.map((place) => (
        <Skeleton key={place} className="aspect-4/3" />
      ))}
    </div>
  );
}

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

interface DeleteImageProps {
  image: ListedImage;
  onClose: () => void;
}

function DeleteImage({ image, onClose }: DeleteImageProps) {
  const [isBusy, setBusy] = useState(false);
  const dialog = useOnDemand(loadDialog, true, () => {
    sayFailed();
    onClose();
  });

  async function remove() {
    setBusy(true);
    try {
      const query = new URLSearchParams({ path: image.path });
      const response = await fetch(`/api/images?${query}`, { method: "DELETE" });
      // A 404 is fine: somebody else has deleted it in the meantime.
      if (!response.ok && response.status !== 404) {
        throw new Error(`Deleting an image answered ${response.status}`);
      }
      toast({ title: "Image deleted" });
      announceImageUpdated(image.path);
      onClose();
    } catch {
      sayFailed();
      setBusy(false);
    }
  }

  if (!dialog) return null;
  const uses = usesInWords(image.usedFor);
  return (
    <dialog.ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Delete this image?"
      description={
        <>
          <p className="font-semibold break-words text-ink">{imageTitle(image.path)}</p>
          {uses.length > 0 ? (
            <p className="mt-1">
              It is shown here: {uses.join("; ")}. The next image, if there is one, will be shown
              instead.
            </p>
          ) : (
            <p className="mt-1">It is not in use. This cannot be undone.</p>
          )}
        </>
      }
      confirmLabel="Delete"
      cancelLabel="Keep"
      tone="danger"
      pending={isBusy}
      onConfirm={() => void remove()}
    />
  );
}

function sayFailed() {
  toast({
    title: "Delete failed",
    description: "There was a problem deleting the image.",
    variant: "destructive",
  });
}
