import { useOnDemand } from "#app/components/use-on-demand.ts";
import { useAuth } from "#app/features/auth/session/auth-context.tsx";
import type { PicturedProduct } from "#app/features/images/library/edited-images.ts";

const loadPanel = () => import("#app/features/images/editor/product-image-panel.tsx");

/**
 * Under a product's picture: Change or Add for the designated administrator, a refresh for any (the
 * specification, section 6). Everybody is served the page without; the browser fetches it for those.
 */
export function ProductImageControls({ product }: { product: PicturedProduct }) {
  const { isAdmin, isImageEditor } = useAuth();
  // Without it the page is what visitors see.
  const panel = useOnDemand(loadPanel, isAdmin, () => {});
  if (!isAdmin || !panel) return null;
  return <panel.ProductImagePanel product={product} canEdit={isImageEditor} />;
}
