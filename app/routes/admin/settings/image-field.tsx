import { type ComponentProps, useState } from "react";
import { TextField } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { readImageAddress, variantAddress } from "#app/domain/pictures/image-address.ts";
import { uploadAddress } from "#app/domain/pictures/upload/image-upload.ts";
import { UploadArea } from "#app/features/images/upload/upload-area.tsx";
import { UploadList } from "#app/features/images/upload/upload-list.tsx";
import { useUploads } from "#app/features/images/upload/use-uploads.ts";
import { useFrameFacts } from "../use-frame-facts.ts";

const unknownFailure = "The image could not be uploaded. Please try again.";

/**
 * Field for a library image's URL, with a preview. Users who may change images can choose a file:
 * it is uploaded to the library at once, and used once the form is saved.
 */
export function ImageField({ defaultValue, ...field }: ComponentProps<typeof TextField>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { queue, uploads } = useUploads({
    onUploaded: ({ url }) => setChosen(url),
    unknownFailure,
  });
  const facts = useFrameFacts();
  const canUpload = useHydrated() && facts?.isImageEditor;
  const address = chosen ?? String(defaultValue ?? "");
  const image = readImageAddress(address);
  return (
    <div className="sm:col-span-2">
      <TextField {...field} key={address} defaultValue={address} />
      {image && (
        <img
          src={variantAddress(image, 320, "webp")}
          alt={`${field.label} as it is`}
          className="mt-3 block h-16 w-auto max-w-full object-contain object-left"
        />
      )}
      {canUpload && (
        <div className="mt-3">
          <UploadArea
            isOne
            onFiles={([file]) =>
              file && queue.add([file], ({ name }) => uploadAddress("pages", name))
            }
          />
          <UploadList {...{ queue, uploads, unknownFailure }} />
        </div>
      )}
    </div>
  );
}
