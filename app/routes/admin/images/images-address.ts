import { type ImageFolder, isImageFolder } from "#app/domain/pictures/image-address.ts";

export const imagesPath = "/admin/images";

export const ownImagesPath = `${imagesPath}/yours`;
export const shotListPath = `${imagesPath}/shots`;

/** The view that a URL requests. */
export interface ImagesWanted {
  tab: ImageFolder;
  /** From 1. */
  page: number;
}

/** Parses a URL; defaults to the first tab and page. */
export function imagesWanted(search: URLSearchParams): ImagesWanted {
  const tab = search.get("tab");
  const page = /^[1-9]\d{0,5}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  return { tab: isImageFolder(tab) ? tab : "products", page };
}

/** URL of a tab of the image manager, at a given page. */
export function imagesAddress(tab: ImageFolder, page = 1): string {
  const query = new URLSearchParams({ tab, ...(page > 1 ? { page: String(page) } : {}) });
  return `${imagesPath}?${query}`;
}

export const tabLabels: Record<ImageFolder, string> = {
  products: "Products",
  pages: "Pages",
  sections: "Sections",
};
