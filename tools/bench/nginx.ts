import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { freePort } from "#tests/setup/shops/shop.ts";

/** A response for nginx to serve: gzipped body and headers, as the shop sent them. */
export interface StaticAnswer {
  path: string;
  gzip: Buffer;
  headers: [string, string][];
}

export interface Nginx {
  url: string;
  /** PID of its single worker. */
  pid: number;
  stop(): Promise<void>;
}

/** Serves the responses with nginx, one worker, precompressed; undefined if not installed. */
export function startNginx(answers: StaticAnswer[]): Promise<Nginx | undefined> {
  return serve(async (folder) => {
    for (const [index, { gzip }] of answers.entries()) {
      await writeFile(join(folder, `${index}.html`), "");
      await writeFile(join(folder, `${index}.html.gz`), gzip);
    }
    return served(answers);
  });
}

/** Balances over the addresses as `deploy/nginx.conf` does; undefined if nginx isn't installed. */
export function startBalancer(urls: readonly string[]): Promise<Nginx | undefined> {
  const servers = urls.map((url) => `server ${new URL(url).host} max_fails=0;`);
  return serve(async () => ({
    http: `upstream shop { ${servers.join(" ")} keepalive 64; }`,
    server: `location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }`,
  }));
}

interface Parts {
  http: string;
  server: string;
}

async function serve(prepare: (folder: string) => Promise<Parts>): Promise<Nginx | undefined> {
  const binary = findNginx();
  if (!binary) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-nginx-"));
  // The worker of a root process has another user, which needs access.
  await chmod(folder, 0o755);
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  await writeFile(config, configuration(folder, port, await prepare(folder)));
  const server = spawn(binary, ["-p", folder, "-c", config, "-e", join(folder, "error.log")], {
    stdio: "inherit",
  });
  const ended = once(server, "exit");
  const url = `http://127.0.0.1:${port}`;
  await ready(server, url);
  return {
    url,
    pid: workerOf(server),
    async stop() {
      server.kill("SIGTERM");
      await ended;
      await removeFolder(folder);
    },
  };
}

// Debian installs it where only root's PATH looks.
function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((file) => existsSync(file));
}

function served(answers: StaticAnswer[]): Parts {
  const locations = answers.map(({ path, headers }, index) => {
    const added = headers.map(([name, value]) => `add_header ${name} ${quoted(value)};`);
    return `location = ${path} { try_files /${index}.html =404; ${added.join(" ")} }`;
  });
  const http = `gzip_static on; gzip_vary on; types {} default_type "text/html; charset=utf-8";`;
  return { http, server: locations.join("\n") };
}

function configuration(folder: string, port: number, { http, server }: Parts): string {
  return `
    daemon off;
    worker_processes 1;
    pid ${folder}/pid;
    events { worker_connections 768; }
    http {
      sendfile on;
      tcp_nopush on;
      access_log off;
      keepalive_requests 1000000000;
      ${http}
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(" ")}
      server { listen 127.0.0.1:${port}; root ${folder}; ${server} }
    }`;
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return;
  }
  throw new Error("nginx did not start");
}

/** Linux: proc(5). Elsewhere, CPU time is not measured anyway. */
function workerOf({ pid = 0 }: ChildProcess): number {
  const children = `/proc/${pid}/task/${pid}/children`;
  return existsSync(children) ? Number.parseInt(readFileSync(children, "utf8"), 10) : pid;
}
