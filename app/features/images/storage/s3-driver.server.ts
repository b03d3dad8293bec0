import { S3Driver } from "flydrive/drivers/s3";
import type { S3Settings } from "./s3-settings.ts";

/**
 * Opens a bucket of any S3-compatible service. A separate module, because its library takes half a
 * second to load and isn't needed without a bucket.
 */
export function openBucket({ endpoint, region, bucket, ...credentials }: S3Settings): S3Driver {
  return new S3Driver({
    endpoint,
    region,
    bucket,
    credentials,
    // Every service supports path-style URLs, but only some support virtual hosts.
    forcePathStyle: true,
    // The shop delivers the pictures, so the bucket may be private; many services have no ACLs.
    visibility: "private",
    supportsACL: false,
    // The caller (photo-storage) retries with the specification's waits.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    // Skip optional checksums, which some services other than AWS don't support.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
