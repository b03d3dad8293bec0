import { infiniteQueryOptions, QueryClient, queryOptions } from "@tanstack/react-query";
import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import type { ImagePlace, PlacedImages } from "#app/domain/pictures/placement/image-mapping.ts";
import { onImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import type { ListedImage } from "#app/domain/pictures/upload/image-upload.ts";

/** Stale times, and retries for a product's images (section 9). */
const galleryMs = 30_000;
const placedMs = 10_000;
const placedTries = { retry: 2, retryDelay: 1000 };

/** Page size of the gallery; the default of a storage listing. */
const gallerySize = 100;

/** One client per page load; every image change invalidates its cache. */
export const imageClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      // Fails when offline instead of pausing, which would look like loading.
      networkMode: "always",
    },
  },
});
onImageUpdated(() => void imageClient.invalidateQueries());

/** Queries a folder's images, by name in descending order. */
export function galleryOf(folder: ImageFolder) {
  return infiniteQueryOptions({
    queryKey: ["gallery", folder],
    staleTime: galleryMs,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const asked = { folder, sort: "name-desc", limit: gallerySize, offset: pageParam };
      const query = new URLSearchParams(Object.entries(asked).map(([k, v]) => [k, String(v)]));
      return answerTo<GalleryPage>(`/api/images?${query}`, signal);
    },
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * gallerySize : undefined),
  });
}

interface GalleryPage {
  images: ListedImage[];
  hasMore: boolean;
}

/** Queries the images of a place, in their order. */
export function imagesAt({ section, key }: ImagePlace) {
  return queryOptions({
    queryKey: ["product image", section, key],
    staleTime: placedMs,
    ...placedTries,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ section, key });
      return answerTo<PlacedImages>(`/api/image-mappings?${query}`, signal);
    },
  });
}

async function answerTo<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(address, { headers: { accept: "application/json" }, signal });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
