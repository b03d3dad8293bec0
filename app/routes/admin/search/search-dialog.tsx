import { Dialog } from "#app/components/overlay/dialog.tsx";
import type { SearchesAs } from "./hits.ts";
import { OfficeSearchBox } from "./search-box.tsx";

interface SearchDialogProps extends SearchesAs {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The back office's search as an overlay on any page. Load it lazily. */
export function SearchDialog({ open, onOpenChange, ...who }: SearchDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search">
      <OfficeSearchBox {...who} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
