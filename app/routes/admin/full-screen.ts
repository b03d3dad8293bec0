/** The `handle` of a page that fills the window: the frame hides its header and menu. */
export const fullScreenHandle = { isFullScreen: true } as const;

/** True if one of a page's routes fills the window. */
export function isFullScreen(matches: readonly ({ handle?: unknown } | undefined)[]): boolean {
  return matches.some((match) => match?.handle === fullScreenHandle);
}
