import { useOnDemand } from "#app/components/use-on-demand.ts";
import { useAuth } from "#app/features/auth/session/auth-context.tsx";

const loadButton = () => import("#app/features/images/placement/refresh-images-button.tsx");

/**
 * 'Refresh Images' for the designated administrator (specification, section 2). Not in the served
 * page; loaded only in their browser.
 */
export function RefreshImages() {
  const { isImageEditor } = useAuth();
  const button = useOnDemand(loadButton, isImageEditor, () => {});
  return isImageEditor && button ? <button.RefreshImagesButton /> : null;
}
