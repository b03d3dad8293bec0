import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { onImageUpdated } from "./image-updated.ts";

/** Revalidates the page after each picture change. Use once per page. */
export function useImageUpdates(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => onImageUpdated(() => void revalidate()), [revalidate]);
}
