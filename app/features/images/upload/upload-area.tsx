import { clsx } from "clsx/lite";
import { buttonClass } from "#app/components/button.tsx";
import { maxUploadBytes, minUploadSide } from "#app/domain/pictures/upload/upload-limits.ts";
import { megabytes } from "#app/lib/in-words.ts";
import { useFileDrop } from "./use-file-drop.ts";

interface UploadAreaProps {
  isOne?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Accepts images by drag and drop or file picker. */
export function UploadArea({ isOne = false, onFiles }: UploadAreaProps) {
  const { isOver, target } = useFileDrop(onFiles);
  return (
    <fieldset
      {...target}
      className={clsx(
        "flex flex-wrap items-center gap-x-6 gap-y-4 border border-dashed px-5 py-6 transition-colors",
        isOver ? "border-oxblood bg-paper-deep" : "border-rule-strong",
      )}
    >
      <legend className="sr-only">Upload images</legend>
      <label
        className={buttonClass({
          variant: "secondary",
          className:
            "hover:bg-ink hover:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-oxblood",
        })}
      >
        {isOne ? "Choose an image" : "Choose images"}
        <input
          type="file"
          accept="image/*"
          multiple={!isOne}
          className="sr-only"
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            // Reset, so that the same file can be selected again.
            currentTarget.value = "";
          }}
        />
      </label>
      <p className="min-w-0 text-sm text-ink-soft">
        <span className="pointer-coarse:hidden">Or drop {isOne ? "it" : "them"} here. </span>
        JPEG, PNG, WebP or AVIF, at least {minUploadSide} × {minUploadSide} pixels, up to{" "}
        {megabytes(maxUploadBytes)}
        {!isOne && " each"}.
      </p>
    </fieldset>
  );
}
