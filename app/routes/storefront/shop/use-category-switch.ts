import { useEffect, useRef, useState } from "react";
import { forgetImages } from "#app/domain/catalogue/pictures/image-memory.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";

/** How long switching the category is indicated, in ms. */
const switchDelay = 150;

/**
 * Returns whether the shop's category was just switched. Switching also clears the image memory of
 * the previous category, so that its failed images are requested again.
 *
 * @param chosen the category of the chosen tab, whose products may still be loading
 * @param products the displayed products, null if they couldn't be loaded
 */
export function useCategorySwitch(chosen: string, products: ProductSummary[] | null): boolean {
  const [isSwitching, setIsSwitching] = useState(false);
  const left = useRef({ chosen, products });

  useEffect(() => {
    const before = left.current;
    left.current = { chosen, products };
    if (before.chosen === chosen) return;
    forgetImages((before.products ?? []).flatMap(({ imageUrl }) => imageUrl ?? []));
    setIsSwitching(true);
  }, [chosen, products]);

  useEffect(() => {
    if (!isSwitching) return;
    const timer = setTimeout(() => setIsSwitching(false), switchDelay);
    return () => clearTimeout(timer);
  }, [isSwitching]);

  return isSwitching;
}
