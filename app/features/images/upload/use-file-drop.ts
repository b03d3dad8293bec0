import { type DragEvent, useEffect, useState } from "react";

/** Takes files that are dropped on an element: spread `target` on it, and show that it would take them while `isOver`. */
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
      // An element around it may take files too.
      event.stopPropagation();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, target };
}

/** Without this, the browser would navigate to a file dropped outside the area. */
function keepPageFromDrops(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const keep = (event: Event) => event.preventDefault();
  window.addEventListener("dragover", keep, { signal });
  window.addEventListener("drop", keep, { signal });
  return () => listening.abort();
}
