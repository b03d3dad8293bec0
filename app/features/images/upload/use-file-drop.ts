import { type DragEvent, useEffect, useState } from "react";

/** Accepts files dropped on an element: spread `target` on it, and highlight it while `isOver`. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  useEffect(keepPageFromDrops, []);
  const target = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      // A surrounding element may accept files too.
      event.stopPropagation();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, target };
}

/** Otherwise the browser would navigate to a file dropped outside the area. */
function keepPageFromDrops(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const keep = (event: Event) => event.preventDefault();
  window.addEventListener("dragover", keep, { signal });
  window.addEventListener("drop", keep, { signal });
  return () => listening.abort();
}
