import { LeaveGuard } from "#app/components/overlay/leave-guard.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import { announceImageUpdated } from "#app/domain/pictures/placement/image-updates.ts";
import { uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import { UploadArea } from "#app/features/images/upload/upload-area.tsx";
import { leavingUploads, UploadList } from "#app/features/images/upload/upload-list.tsx";
import { isUnderWay } from "#app/features/images/upload/upload-queue.ts";
import { useUploads } from "#app/features/images/upload/use-uploads.ts";

const unknownFailure = "There was a problem uploading your images.";

/** Uploads images to the tab's folder; continues when the tab changes. */
export function ImagesUpload({ folder }: { folder: ImageFolder }) {
  const { queue, uploads } = useUploads({
    unknownFailure,
    onUploaded: ({ path }) => {
      toast({ title: "Image uploaded", description: "The image was successfully uploaded." });
      announceImageUpdated(path);
    },
  });
  return (
    <>
      <UploadArea
        onFiles={(files) => queue.add(files, ({ name }) => uploadAddress(folder, name))}
      />
      <UploadList uploads={uploads} queue={queue} unknownFailure={unknownFailure} />
      <LeaveGuard when={uploads.some(isUnderWay)} {...leavingUploads} />
    </>
  );
}
