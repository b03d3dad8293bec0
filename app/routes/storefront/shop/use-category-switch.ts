import { useEffect, useRef, useState } from "react";
import { forgetImages } from "#app/features/catalog/image-memory.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";

/** How long a switch of the category is marked, in ms (specification, section 9). */
const switchDelay = 150;

/**
 * Whether the shop's category was switched a moment ago. With the switch goes what is remembered of
 * the pictures of the category that was left: those that failed there are asked for again.
 *
 * @param chosen the category of the chosen tab, whose products may still be on their way
 * @param products those on the screen, null where they could not be loaded
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
