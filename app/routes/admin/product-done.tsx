import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Notice } from "#app/components/notice.tsx";
import { toast } from "#app/components/toast-store.ts";
import type { ProductDeed } from "./products-address.ts";

interface Done {
  deed: ProductDeed;
  name: string;
  isActive: boolean;
}

const titles: Record<ProductDeed, string> = {
  added: "Product added",
  updated: "Product updated",
  activated: "Product activated",
  deactivated: "Product deactivated",
};

/** Says, once, what was done to a product: in a toast, without JavaScript on the page. */
export function ProductDone({ done }: { done: Done | null }) {
  const [, setParameters] = useSearchParams();
  const title = done && titles[done.deed];
  const description = done && consequence(done);

  useEffect(() => {
    if (!title || !description) return;
    toast({ title, description });
    const forget = (before: URLSearchParams) => {
      before.delete("done");
      before.delete("of");
      return before;
    };
    // Neither a reload nor a bookmark says it again.
    setParameters(forget, { replace: true, preventScrollReset: true });
  }, [title, description, setParameters]);

  if (!title) return null;
  return (
    <noscript>
      <Notice tone="success" title={title} className="mt-6">
        <p>{description}</p>
      </Notice>
    </noscript>
  );
}

/** What follows for the shop (specification, section 8). */
function consequence({ deed, name, isActive }: Done): string {
  if (deed === "updated") return `"${name}" has been saved.`;
  return isActive
    ? `"${name}" is now visible in the shop.`
    : `"${name}" is now hidden in the shop.`;
}
