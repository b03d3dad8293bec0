import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Account, freePort } from "#tests/setup/shops/shop.ts";
import { emptyFolder } from "../own-shop.ts";

// Runs the samples of deploy/ in front of the shop with the real servers and a certificate of the
// test: nginx on every Linux, Caddy if it is installed.

interface Proxy {
  name: string;
  /** Writes its settings, made from the sample; returns the command that starts it. */
  prepare(folder: string, port: number, shopPorts: readonly number[]): Promise<string[]>;
}

// Debian installs it where only root's PATH looks.
const path = `${process.env.PATH}:/usr/sbin`;

const sample = (name: string) =>
  readFile(join(import.meta.dirname, "../../../deploy", name), "utf8");

export const nginx: Proxy = {
  name: "nginx",
  async prepare(folder, port, shopPorts) {
    // On an unprivileged port.
    const site = (await sample("nginx.conf"))
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/^\s*listen \[::\].*$/gm, "")
      .replaceAll("/etc/letsencrypt/live/shop.example.com", folder)
      .replace("/var/cache/beef-shop", join(folder, "cache"))
      .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
      .replace(
        /^( *server) 127\.0\.0\.1:3000(.*)$/m,
        shopPorts.map((shopPort) => `$1 127.0.0.1:${shopPort}$2`).join("\n"),
      );
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const main = `pid ${folder}/pid; error_log stderr; daemon off; worker_processes 1;
events {} http { access_log off; ${places.join(" ")} ${site} }`;
    await writeFile(join(folder, "nginx.conf"), main);
    return ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"];
  },
};

const caddy: Proxy = {
  name: "caddy",
  async prepare(folder, port, shopPorts) {
    const site = (await sample("Caddyfile"))
      .replace(
        /^shop\.example\.com \{/m,
        `https://127.0.0.1:${port} {\ntls ${folder}/fullchain.pem ${folder}/privkey.pem`,
      )
      .replace("127.0.0.1:3000", shopPorts.map((shopPort) => `127.0.0.1:${shopPort}`).join(" "));
    const main = `{\n\tadmin off\n\tauto_https off\n}\n${site}`;
    await writeFile(join(folder, "Caddyfile"), main);
    return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
};

/** Visitors have different loopback addresses, all of which only Linux provides. */
export const installed = [nginx, caddy].filter(
  ({ name }) =>
    process.platform === "linux" &&
    (name === "nginx" || !spawnSync(name, ["-v"], { env: { PATH: path } }).error),
);

const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts a proxy on a port, in front of the shop's processes, and ends it with the test. */
export async function startProxy(
  { name, prepare }: Proxy,
  port: number,
  shopPorts: readonly number[],
): Promise<void> {
  const folder = await emptyFolder();
  await chmod(folder, 0o777);
  await mkdir(join(folder, "home"), { mode: 0o777 });
  certify(folder);
  const args = await prepare(folder, port, shopPorts);
  const env = { PATH: path, HOME: join(folder, "home") };
  const server = spawn(name, args, { ...nobody, env, stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  server.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  onTestFinished(() => end(server));
  const isOpen = () =>
    ask(`https://127.0.0.1:${port}/healthz`, {}).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(isOpen, { timeout: 20_000, message: complaints }).toBe(true);
}

/** Makes a certificate for this machine that the server's user may read. */
function certify(folder: string) {
  const { status, stderr } = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
    ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
  ]);
  if (status !== 0) throw new Error(String(stderr));
  chmodSync(join(folder, "privkey.pem"), 0o644);
}

async function end(server: ChildProcess) {
  const ended = once(server, "exit");
  if (server.exitCode === null && server.kill("SIGTERM")) await ended;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** The visitor's address. */
  from?: string;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request from a loopback address; `until` ends an endless answer. */
export function ask(url: string, { method = "GET", headers, body, from }: Sent, until?: RegExp) {
  return new Promise<Answer>((done, failed) => {
    const asked = { localAddress: from ?? "127.0.0.1", agent: false, rejectUnauthorized: false };
    const options = { method, headers, ...asked };
    const sending = request(url, options, (answer) => {
      let text = "";
      const finish = () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
        if (!until?.test(text)) return;
        finish();
        sending.destroy();
      });
      answer.on("end", finish).on("error", failed);
    });
    sending.on("error", failed);
    sending.end(body);
  });
}

/** Signs in through the proxy, and returns the cookies to send back. */
export async function signIn(url: string, { email, password }: Account): Promise<string> {
  const { status, headers } = await ask(`${url}/login`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, password }).toString(),
  });
  expect(status).toBe(302);
  const cookies = headers["set-cookie"] ?? [];
  expect(cookies.every((cookie) => /; Secure/i.test(cookie))).toBe(true);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}
