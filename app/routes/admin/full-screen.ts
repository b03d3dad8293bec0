/** Exported as `handle` by a page that fills the window: the frame leaves its header and menu out. */
export const fullScreenHandle = { isFullScreen: true } as const;

/** Whether one of the routes of a page fills the window. */
export function isFullScreen(matches: readonly ({ handle?: unknown } | undefined)[]): boolean {
  return matches.some((match) => match?.handle === fullScreenHandle);
}
