import { S3Driver } from "flydrive/drivers/s3";
import type { S3Settings } from "./s3-settings.ts";

/**
 * A bucket of any service that speaks the S3 protocol. Apart from the rest, since its library takes
 * half a second to load and a shop without a bucket does without.
 */
export function openBucket({ endpoint, region, bucket, ...credentials }: S3Settings): S3Driver {
  return new S3Driver({
    endpoint,
    region,
    bucket,
    credentials,
    // The address of a bucket is below its service's everywhere; a name of its own only at some.
    forcePathStyle: true,
    // Pictures are delivered by the shop: the bucket may be private, and many know no ACLs.
    visibility: "private",
    supportsACL: false,
    // Attempts are counted by who calls (photo-storage), who has the specification's waits.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    // Checksums beyond the protocol's own, which services other than AWS do not all understand.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
