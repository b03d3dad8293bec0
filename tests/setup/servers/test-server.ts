import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCluster, superuser } from "#db/embedded/cluster.ts";
import { findPrograms, findWay, giveTo } from "#db/embedded/programs.ts";
import { startServer, urlOf } from "#db/embedded/server.ts";
import { removeFolder } from "../files/remove-folder.ts";
import { silentLog } from "../test-log.ts";

export interface TestServer {
  /** Address of the maintenance database, as the superuser. */
  url: string;
  stop(): Promise<void>;
}

const settings = { max_connections: "200", shared_buffers: "128MB" };

/** For speed: a crash of the machine may lose everything. */
const careless = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Starts the shop's own server in a temporary folder on a loopback port, for many databases.
 *
 * @param isDurable true if every commit waits for the disk, as in a real shop
 */
export async function startTestServer({ isDurable = false } = {}): Promise<TestServer> {
  const parent = await mkdtemp(join(tmpdir(), "shop-test-server-"));
  const programs = await findPrograms();
  const way = await findWay(programs, [tmpdir()]);
  await giveTo(parent, way.owner);
  const folder = join(parent, "db");
  await createCluster(programs, way, folder);
  const endpoint = { port: await freePort() };
  const server = await startServer({
    programs,
    way,
    folder,
    endpoint,
    log: silentLog,
    settings: isDurable ? settings : { ...settings, ...careless },
  });
  return {
    url: urlOf(endpoint, superuser, "postgres"),
    async stop() {
      await server.stop();
      await removeFolder(parent);
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === "string") throw new Error("No free port");
  return address.port;
}
