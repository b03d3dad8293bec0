import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { StorageDriver } from "./image-folder.server.ts";

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Opens a bucket of any S3-compatible service as image storage. A separate module, because its
 * library takes half a second to load and isn't needed without a bucket. The bucket may be private:
 * the shop delivers the images.
 *
 * @param cacheControl how long others than the shop may keep an image
 */
export function openBucket(settings: S3Settings, cacheControl: string): StorageDriver {
  const Bucket = settings.bucket;
  // The caller (image-storage) retries, with waits between.
  const client = s3Client(settings, { maxAttempts: 1, requestTimeout: 30_000 });
  return {
    async put(Key, bytes, contentType) {
      const about = { ContentType: contentType, CacheControl: cacheControl };
      const length = { ContentLength: bytes.byteLength };
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ...about, ...length }));
    },
    async read(Key) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(nullIfAbsent);
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },
    async *list(folder) {
      let ContinuationToken: string | undefined;
      do {
        const within = { Prefix: `${folder}/`, Delimiter: "/", ContinuationToken };
        const page = await client.send(new ListObjectsV2Command({ Bucket, ...within }));
        yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    async modified(Key) {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(nullIfAbsent);
      return found?.LastModified ?? null;
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

/** Returns a client of any S3-compatible service. `requestTimeout` is in ms. */
export function s3Client(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  { maxAttempts, requestTimeout }: { maxAttempts: number; requestTimeout: number },
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every service supports path-style URLs, but only some support virtual hosts.
    forcePathStyle: true,
    maxAttempts,
    requestHandler: { connectionTimeout: 5_000, requestTimeout },
    // Skip optional checksums, which some services other than AWS don't support.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** A HEAD response has no body, and so doesn't name what is missing. */
function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return null;
  throw error;
}
