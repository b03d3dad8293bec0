import { useOnDemand } from "#app/components/use-on-demand.ts";
import { useAuth } from "#app/features/auth/session/auth-context.tsx";
import type { PicturedProduct } from "#app/features/images/library/edited-images.ts";

const loadPanel = () => import("#app/features/images/editor/product-image-panel.tsx");

/**
 * Below a product's picture: Change or Add for the designated administrator, Refresh for any
 * administrator (specification, section 6). Not in the served page; loaded in the browser for
 * administrators only.
 */
export function ProductImageControls({ product }: { product: PicturedProduct }) {
  const { isAdmin, isImageEditor } = useAuth();
  // If loading fails, the page looks as it does to visitors.
  const panel = useOnDemand(loadPanel, isAdmin, () => {});
  if (!isAdmin || !panel) return null;
  return <panel.ProductImagePanel product={product} canEdit={isImageEditor} />;
}
