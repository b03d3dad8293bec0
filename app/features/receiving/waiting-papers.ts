/**
 * Papers chosen while a receipt is typed; its page uploads them once it is stored. Tab storage
 * can't hold files, so a reload loses them. Browser only.
 */
let waiting: readonly File[] = [];

export function letPapersWait(files: readonly File[]): void {
  waiting = files;
}

/** Returns the waiting papers and clears them. */
export function takeWaitingPapers(): readonly File[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
