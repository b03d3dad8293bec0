/**
 * Papers that were chosen while a receipt was typed: they are sent by the page of the receipt, once it is
 * stored. Files can't be kept by the tab's storage, so a reload forgets them. Browser only.
 */
let waiting: readonly File[] = [];

export function letPapersWait(files: readonly File[]): void {
  waiting = files;
}

/** Those that wait, once. */
export function takeWaitingPapers(): readonly File[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
