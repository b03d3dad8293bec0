import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { onImageUpdated } from "./image-updated.ts";

/** Asks for the page's data anew after each change of a picture. Once on a page. */
export function useImageUpdates(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => onImageUpdated(() => void revalidate()), [revalidate]);
}
