import { useRef } from "react";
import { Button } from "#app/components/button.tsx";
import { formatBytes } from "#app/domain/pictures/library/image-words.ts";
import type { Upload, UploadQueue } from "./upload-queue.ts";

interface UploadListProps {
  uploads: readonly Upload[];
  queue: Pick<UploadQueue, "retry" | "cancel" | "clearDone">;
  unknownFailure: string;
}

/** Confirmation before leaving a page with running uploads. */
export const leavingUploads = {
  title: "Leave while images are uploading?",
  description: "Uploads that have not finished will be stopped.",
  leaveLabel: "Leave",
  stayLabel: "Stay",
};

/** The uploads with progress and controls; nothing if there are none. */
export function UploadList({ uploads, queue, unknownFailure }: UploadListProps) {
  const list = useRef<HTMLUListElement>(null);
  if (uploads.length === 0) return null;
  function leave(id: number) {
    // The pressed button disappears with its row, so the focus moves.
    list.current?.focus();
    queue.cancel(id);
  }
  function retry(id: number) {
    list.current?.focus();
    queue.retry(id);
  }
  function clear() {
    list.current?.focus();
    queue.clearDone();
  }
  const doneCount = uploads.filter(({ state }) => state === "done").length;
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Uploads"
        className="mt-4 border-t border-ink focus-visible:outline-none"
      >
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            unknownFailure={unknownFailure}
            onRetry={() => retry(upload.id)}
            onLeave={() => leave(upload.id)}
          />
        ))}
      </ul>
      {doneCount > 1 && (
        <Button variant="quiet" size="sm" className="mt-2 -ml-3.5" onClick={clear}>
          Clear {doneCount} uploaded
        </Button>
      )}
    </>
  );
}

interface UploadRowProps {
  upload: Upload;
  unknownFailure: string;
  onRetry: () => void;
  onLeave: () => void;
}

function UploadRow({ upload, unknownFailure, onRetry, onLeave }: UploadRowProps) {
  const { file, state, message, canRetry } = upload;
  const isOver = state === "done" || state === "failed";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0 grow basis-40">
        <p className="flex items-baseline gap-x-3 text-[0.9375rem]">
          <span className="truncate font-semibold">{file.name}</span>
          <span className="shrink-0 text-sm text-ink-soft tabular-nums">
            {formatBytes(file.size)}
          </span>
        </p>
        {!isOver && <ProgressBar upload={upload} />}
        <p role="status" className="text-sm">
          {state === "done" && <span className="font-semibold text-delivered">Uploaded</span>}
          {state === "failed" && (
            <span className="font-semibold text-cancelled">{message || unknownFailure}</span>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        {state === "failed" && canRetry && (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Retry<span className="sr-only"> {file.name}</span>
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onLeave}>
          {isOver ? "Dismiss" : "Cancel"}
          <span className="sr-only"> {file.name}</span>
        </Button>
      </div>
    </li>
  );
}

function ProgressBar({ upload: { file, state, progress, isInterrupted } }: { upload: Upload }) {
  const percent = Math.floor(progress * 100);
  // After the upload, the server processes the file before it answers.
  const words = isInterrupted
    ? "Reconnecting"
    : state === "waiting"
      ? "Waiting"
      : percent < 100
        ? `${percent}%`
        : "Processing";
  return (
    <div className="flex items-center gap-3 py-1">
      <div
        role="progressbar"
        aria-label={`Upload of ${file.name}`}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="h-2 grow bg-paper-deep"
      >
        <div
          className="h-full bg-oxblood transition-[width] duration-150"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span className="w-28 shrink-0 text-right text-sm text-ink-soft tabular-nums">{words}</span>
    </div>
  );
}
