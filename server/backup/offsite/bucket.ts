import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { type S3Settings, s3Client } from "#app/domain/pictures/storage/image-bucket.server.ts";

interface StoredObject {
  key: string;
  modified: Date;
}

/** The backups' bucket at any S3-compatible service. Errors are sentences for the owner. */
export interface BackupBucket {
  /** Stores a stream of any length; the object appears once it is complete. */
  put(key: string, content: Readable): Promise<void>;
  read(key: string): Promise<Readable | null>;
  list(prefix: string): AsyncIterable<StoredObject[]>;
  remove(key: string): Promise<void>;
  close(): void;
}

/** In bytes, per upload in memory: the minimum part size of multipart uploads. */
const partSize = 5 * 1024 * 1024;

/** Makes the bucket's client; sends no request yet. */
export function openBackupBucket(settings: S3Settings): BackupBucket {
  const Bucket = settings.bucket;
  // Uploading a part may take long on a slow connection.
  const client = s3Client(settings, { maxAttempts: 4, requestTimeout: 120_000 });
  const told = (error: unknown): never => {
    throw new Error(problemOf(error, settings));
  };
  return {
    async put(Key, Body) {
      const params = { Bucket, Key, Body };
      const upload = new Upload({ client, params, partSize, queueSize: 1 });
      await upload.done().catch((error) => {
        // Errors of the source being read are not the bucket's.
        if (Body.errored) throw Body.errored;
        told(error);
      });
    },
    async read(Key) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch((error) => {
        if (error instanceof Error && error.name === "NoSuchKey") return null;
        return told(error);
      });
      return found?.Body instanceof Readable ? found.Body : null;
    },
    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const query = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await client.send(query).catch(told);
        yield (page.Contents ?? []).flatMap(({ Key: key, LastModified: modified }) =>
          key && modified ? { key, modified } : [],
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(told);
    },
    close: () => client.destroy(),
  };
}

/** Returns a sentence that says why the bucket refused, with the service's own code. */
function problemOf(error: unknown, { bucket, endpoint }: S3Settings): string {
  const place = `The bucket ${bucket} at ${new URL(endpoint).host}`;
  if (error instanceof S3ServiceException && error.$response) {
    return `${place} refused: ${error.name} (${error.$metadata.httpStatusCode ?? "no status"}).`;
  }
  const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
  return `${place} does not answer${code}.`;
}
