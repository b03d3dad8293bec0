/**
 * The link that a click is about to follow to another page of this site; null if there is none, or
 * for a new tab, a download or another site.
 */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null;
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && !link.target && !link.download ? link : null;
}
