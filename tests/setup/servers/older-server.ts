import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { shopName } from "#db/embedded/cluster.ts";
import { findPostgres } from "./postgres-binaries.ts";
import { runOnServer } from "./server-database.ts";
import type { TestServer } from "./test-server.ts";

// The shell lives as long as its standard input, a pipe from this process: however this process
// ends, the server is shut down and its folder removed.
const supervisor = `"$@" & cat; kill -INT $!; wait; rm -rf "$FOLDER"`;

const isLinux = process.platform === "linux";

/** Starts the machine's installed PostgreSQL for the lifetime of this process, without syncing. */
export async function startOlderServer(): Promise<TestServer> {
  const bin = findPostgres();
  if (!bin) throw new Error("PostgreSQL's binaries were not found");
  const folder = mkdtempSync(join(tmpdir(), "beef-shop-postgres-"));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const run = { ...owner, cwd: folder, env: { ...process.env, FOLDER: folder } };

  const data = join(folder, "data");
  // The same order and case rules as the embedded database's.
  const locale = ["--lc-collate=C", `--lc-ctype=${isLinux ? "C.UTF-8" : "en_US.UTF-8"}`];
  const options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", ...locale];
  execFileSync(join(bin, "initdb"), ["-D", data, "--no-sync", ...options], {
    ...run,
    stdio: "pipe",
  });

  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(
    "/bin/sh",
    ["-c", supervisor, "sh", join(bin, "postgres"), "-D", data, ...flags],
    { ...run, stdio: ["pipe", "ignore", "pipe"], detached: true },
  );
  const ended = once(server, "exit");
  await ready(server);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await runOnServer(url, `create role ${shopName} login`);
  return {
    url,
    async stop() {
      server.stdin?.end();
      await ended;
    },
  };
}

// PostgreSQL refuses to run as root.
function unprivileged(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync("id", [kind, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("No free port");
  return address.port;
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (chunk) => {
      if (said.includes("ready to accept connections")) return;
      said += chunk;
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}
