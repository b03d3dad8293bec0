import { clsx } from "clsx/lite";
import { Check, Plus } from "lucide";
import { Icon } from "#app/components/icon.tsx";
import { SpinnerRing } from "#app/components/page/spinner.tsx";
import { ImageThumb } from "../library/image-thumb.tsx";
import { useFileDrop } from "../upload/use-file-drop.ts";

interface ImageSlotProps {
  /** e.g. "Raw". */
  label: string;
  /** The product or place it belongs to, for screen readers that don't convey the row. */
  of: string;
  /** The owner's picture already in place. */
  url: string | null;
  /** True while one is being uploaded. */
  isComing: boolean;
  onFile: (file: File) => void;
}

/** Takes one picture by file picker or drag and drop, and shows a check mark once it is there. */
export function ImageSlot({ label, of, url, isComing, onFile }: ImageSlotProps) {
  const { isOver, target } = useFileDrop(([file]) => file && onFile(file));
  return (
    <label
      {...target}
      className="group block min-w-0 cursor-pointer text-center text-[0.8125rem] leading-tight has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-oxblood"
    >
      <span
        className={clsx(
          "relative grid aspect-4/3 place-items-center transition-colors",
          isOver && "bg-paper-deep",
          !url && "border border-dashed border-rule-strong group-hover:border-oxblood",
          isOver && "border-oxblood",
        )}
      >
        {url && (
          <span className="absolute inset-0">
            <ImageThumb url={url} sizes="6rem" />
          </span>
        )}
        {isComing ? (
          <SpinnerRing className="relative text-xl" />
        ) : (
          !url && <Icon of={Plus} className="size-5 text-ink-soft" />
        )}
      </span>
      <span className="mt-1 flex items-center justify-center gap-1">
        {url && <Icon of={Check} className="size-3.5 shrink-0 text-delivered" />}
        <span className="truncate">
          {label}
          <span className="sr-only">
            {" "}
            of {of}
            {url && ", there already"}
          </span>
        </span>
      </span>
      <input
        type="file"
        accept="image/*"
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // Reset, so that the same file can be selected again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
