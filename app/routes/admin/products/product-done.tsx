import { useCallback } from "react";
import { useLocation } from "react-router";
import { forgetInput } from "#app/components/form/unsaved-input.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { useFrameFacts } from "../use-frame-facts.ts";
import { type ProductAction, productTyping } from "./products-address.ts";

interface Done {
  intent: ProductAction;
  name: string;
  isActive: boolean;
}

const titles: Record<ProductAction, string> = {
  added: "Product added",
  updated: "Product updated",
  activated: "Product activated",
  deactivated: "Product deactivated",
  featured: "Put on the home page",
  unfeatured: "Taken off the home page",
};

const parameters = ["done", "of"];

/** Confirms a change of a product once; discards the form's stored input. */
export function ProductDone({ done }: { done: Done | null }) {
  const { search } = useLocation();
  const email = useFrameFacts()?.email;
  const product = done?.intent === "added" ? "new" : new URLSearchParams(search).get("of");
  const keptAs = productTyping(email, product);
  const wasSaved = done?.intent === "added" || done?.intent === "updated";
  const forget = useCallback(() => wasSaved && forgetInput(keptAs), [wasSaved, keptAs]);
  if (!done) return null;
  return (
    <FlashMessage
      title={titles[done.intent]}
      description={consequence(done)}
      parameters={parameters}
      onSaid={forget}
      className="mt-6"
    />
  );
}

/** The effect on the shop. */
function consequence({ intent, name, isActive }: Done): string {
  if (intent === "updated") return `"${name}" has been saved.`;
  if (intent === "featured") {
    return isActive
      ? `"${name}" is now on the home page.`
      : `"${name}" will be on the home page once it is active.`;
  }
  if (intent === "unfeatured") return `"${name}" no longer has a place of its own there.`;
  return isActive
    ? `"${name}" is now visible in the shop.`
    : `"${name}" is now hidden in the shop.`;
}
