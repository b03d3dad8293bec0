import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { removeFolder } from "../files/remove-folder.ts";

interface TestBucket {
  settings: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  requests: string[];
  /** Answers the next requests with a 503. */
  failNext(times: number): void;
  stop(): Promise<void>;
}

/** Starts a server that speaks S3, on a free loopback port, with an empty bucket. */
export async function startBucket(name = "photos"): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "shop-bucket-"));
  const buckets = [{ name }];
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: buckets,
    // s3rver checks signatures without the last slash of a bucket's address, so listings would
    // fail.
    allowMismatchedSignatures: true,
  });
  await s3.configureBuckets();
  const take = s3.callback();
  const requests: string[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.replace(/\?.*/, "")}`);
    if (failures > 0) {
      failures -= 1;
      request.resume();
      response.writeHead(503).end();
    } else take(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: name,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    requests,
    failNext(times) {
      failures = times;
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      await removeFolder(directory);
    },
  };
}
