import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useRevalidator } from "react-router";
import { Button } from "#app/components/button.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import {
  announceImageUpdated,
  useImageUpdates,
} from "#app/domain/pictures/placement/image-updates.ts";
import { type EditedProduct, imagesOfProduct } from "../library/edited-images.ts";
import { imageClient, imagesAt } from "../library/image-queries.ts";
import { prepareImageEditor, useImageEditor } from "./use-image-editor.tsx";

interface ProductImagePanelProps {
  product: EditedProduct;
  /** Otherwise the images can only be refreshed. */
  canEdit: boolean;
}

/** An administrator's controls for a product's images in the shop. */
export function ProductImagePanel(props: ProductImagePanelProps) {
  return (
    <QueryClientProvider client={imageClient}>
      <Panel {...props} />
    </QueryClientProvider>
  );
}

function Panel({ product, canEdit }: ProductImagePanelProps) {
  useImageUpdates();
  const { state } = useRevalidator();
  const images = imagesOfProduct(product);
  const { data: placed } = useQuery(imagesAt(images.place));
  const { edit, dialog } = useImageEditor();
  const count = placed?.urls.length ?? (product.imageUrl ? 1 : 0);

  function refresh() {
    toast({ title: "Refreshing image", description: "Loading fresh image data..." });
    announceImageUpdated(product.id);
  }

  return (
    <section
      aria-label="Images of this product"
      className="flex flex-wrap items-center gap-3 pt-3 print:hidden"
    >
      {canEdit && (
        <Button
          variant="secondary"
          size="sm"
          onPointerEnter={prepareImageEditor}
          onFocus={prepareImageEditor}
          onClick={() => edit(images)}
        >
          {count > 0 ? "Change" : "Add"} image
        </Button>
      )}
      <Button variant="quiet" size="sm" pending={state === "loading"} onClick={refresh}>
        Refresh image
      </Button>
      <p className="text-sm text-ink-soft">{inWords(count)}</p>
      {dialog}
    </section>
  );
}

function inWords(count: number): string {
  if (count === 0) return "No image";
  return count === 1 ? "1 image" : `${count} images`;
}
