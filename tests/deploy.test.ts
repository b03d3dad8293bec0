import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { parseConfig } from "#server/config.ts";
import { createMetrics } from "#server/metrics.ts";

// Checks of the samples in deploy/ that need no servers;
// tests/process/proxies/reverse-proxies.test.ts runs them with the real ones.

const sample = (name: string) => readFile(join(import.meta.dirname, "../deploy", name), "utf8");
const directives = (text: string) => text.replace(/^\s*#.*$/gm, "");

describe("the sample for nginx", async () => {
  const text = directives(await sample("nginx.conf"));

  it("accepts the largest image", () => {
    const [, megabytes = ""] = /client_max_body_size (\d+)m;/.exec(text) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(maxUploadBytes);
  });

  it("passes the visitor's address instead of a claimed one", () => {
    expect(text).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(text).toContain("proxy_set_header Host $host;");
  });

  it("keeps its connections to the shop", () => {
    expect(text).toContain("proxy_http_version 1.1;");
    expect(text).toContain('proxy_set_header Connection "";');
  });
});

describe("the sample for Caddy", async () => {
  const text = directives(await sample("Caddyfile"));

  it("accepts the largest image", () => {
    const [, megabytes = ""] = /max_size (\d+)MB/.exec(text) ?? [];
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(maxUploadBytes);
  });

  it("leaves X-Forwarded-For to Caddy", () => {
    expect(text).toContain("reverse_proxy 127.0.0.1:3000");
    expect(text).not.toMatch(/header_up|trusted_proxies/);
  });
});

const containerfile = readFile(join(import.meta.dirname, "../Containerfile"), "utf8");

/** Returns the last stage of a multi-stage file, which is the one that runs. */
const lastStage = (text: string) =>
  directives(text)
    .split(/^FROM /m)
    .at(-1) ?? "";

describe("the Containerfile", async () => {
  const text = await containerfile;
  const final = lastStage(text);

  it("runs without root, and writes only to one volume", () => {
    expect(final).toMatch(/^USER 1000:1000$/m);
    expect(final.match(/^VOLUME .*$/gm)).toEqual(["VOLUME /data"]);
    expect(final).toContain("DATA_DIR=/data");
    expect(final).toMatch(/^HEALTHCHECK .*\\\n.*readyz/m);
  });

  it("is built in the format that has a HEALTHCHECK", async () => {
    const running = await readFile(join(import.meta.dirname, "../docs/running.md"), "utf8");
    for (const told of [text, running]) {
      const builds = told.match(/podman build .*$/gm);
      expect(builds?.length).toBeGreaterThan(0);
      for (const command of builds ?? []) expect(command).toContain("--format docker");
    }
  });

  it("pins its base image, and gets packages only from the npm registry", () => {
    const images = text.match(/^FROM \S+/gm);
    expect(new Set(images).size).toBe(1);
    expect(images?.[0]).toMatch(/:\d+\.\d+\.\d+-bookworm-slim$/);
    expect(text).not.toMatch(/curl|wget|apt|ADD /);
    const runs = text.match(/^RUN .*$/gm);
    expect(runs).toEqual(["RUN npm ci", "RUN npm run build", expect.stringMatching(/^RUN mkdir/)]);
  });

  it("starts the shop as npm start does", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
    const [, args = "[]"] = /^CMD (\[.*\])$/m.exec(final) ?? [];
    const [program, ...options] = JSON.parse(args);
    expect(program).toBe("node_modules/.bin/node");
    for (const option of options) expect(scripts.start).toContain(option);
  });

  it("leaves out secrets and build output", async () => {
    const ignored = await readFile(".containerignore", "utf8");
    for (const name of [".env", ".data", ".git", "node_modules", "build", "deploy/*.env"]) {
      expect(ignored.split("\n")).toContain(name);
    }
    // Docker reads another file name.
    expect(await readFile(".dockerignore", "utf8")).toBe(ignored);
  });
});

interface Compose {
  services: Record<string, { image: string; environment: Record<string, string> }>;
  volumes: Record<string, unknown>;
}

describe("the compose file", async () => {
  const text = await sample("compose.yaml");
  const { services, volumes }: Compose = parse(text);
  const { shop, ...others } = services;

  it("pins the images that it does not build", () => {
    expect(Object.keys(others)).toEqual(["database", "bucket"]);
    for (const { image } of Object.values(others)) expect(image).toMatch(/:\d+\.\d+/);
  });

  it("gives the shop only settings that exist, with every name of the example", async () => {
    const named = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const example = await sample("compose.env.example");
    const offered = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(offered.sort()).toEqual([...named].sort());
    const values: Record<string, string> = {
      SITE_URL: "https://shop.example.com",
      ADMIN_EMAIL: "owner@example.com",
      SMTP_URL: "smtp://mail.example.com",
    };
    const env = Object.entries(shop?.environment ?? {}).map(([name, value]) => [
      name,
      String(value)
        .replace(/\$\{\w+\}/, "")
        .replace(/\$\{(\w+):\?[^}]+\}/, (_, of) => values[of] ?? "a".repeat(40)),
    ]);
    const config = parseConfig(Object.fromEntries(env));
    expect(config).toMatchObject({
      siteUrl: "https://shop.example.com",
      backupDir: "/backups",
      s3: { endpoint: "http://bucket:8333", bucket: "photos" },
    });
    expect(config.proxies?.check("172.31.80.1")).toBe(true);
  });

  it("keeps all data in named volumes, and opens the shop only to this machine", () => {
    const mounted = [...text.matchAll(/^ +- ([\w-]+):\//gm)].map(([, name]) => name);
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
    expect(text.match(/ports:\n.*$/gm)).toEqual([expect.stringContaining('"127.0.0.1:3000:3000"')]);
  });
});

describe("the unit for systemd", async () => {
  const text = directives(await sample("shop.service"));
  const has = (line: string) => expect(text.split("\n")).toContain(line);

  it("stops the shop before its database, and gives it enough time", () => {
    has("KillMode=mixed");
    // The README says to allow 20 seconds.
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(20);
  });

  it("runs without root, and may write only to its data", () => {
    for (const line of ["User=beef-shop", "StateDirectory=beef-shop", "ProtectSystem=strict"])
      has(line);
    for (const line of ["NoNewPrivileges=yes", "CapabilityBoundingSet=", "UMask=0077"]) has(line);
    expect(text).toContain("DATA_DIR=/var/lib/beef-shop");
    expect(text).not.toMatch(/^(MemoryDenyWriteExecute=yes|ReadWritePaths=.*)$/m);
  });

  it.skipIf(spawnSync("systemd-analyze", ["--version"]).error)("satisfies systemd", async () => {
    const folder = await mkdtemp(join(tmpdir(), "shop-unit-"));
    const unit = join(folder, "shop.service");
    // The program isn't at its final path here.
    await writeFile(unit, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/sh"));
    const run = (...args: string[]) =>
      spawnSync("systemd-analyze", [...args, unit], { encoding: "utf8" });
    const verified = run("verify", "--man=no");
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
    const security = run("security", "--offline=true", "--threshold=20");
    expect(security.stdout).toMatch(/Overall exposure level for shop\.service: [01]\.\d/);
    await rm(folder, { recursive: true });
  });
});

describe("monitoring", async () => {
  const { text: printed } = await createMetrics().report();
  const known = new Set(
    [...printed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const words = new Set([
    "sum",
    "rate",
    "by",
    "le",
    "max",
    "min",
    "or",
    "histogram_quantile",
    "increase",
  ]);
  /** Returns the figures in an expression, without labels and their values. */
  const figuresIn = (expression: string) =>
    expression
      .replace(/\{[^}]*\}|\[\w+\]|by \([^)]*\)/g, "")
      .match(/\b[a-z]\w+/g)
      ?.filter((word) => !words.has(word)) ?? [];

  it("uses only figures that the shop reports", async () => {
    const { groups } = parse(await sample("prometheus-rules.yaml"));
    const rules: { alert: string; expr: string; annotations: object }[] = groups[0].rules;
    const dashboard = JSON.parse(await sample("grafana-dashboard.json"));
    const targets: { targets: { expr: string }[] }[] = dashboard.panels;
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...targets.flatMap((panel) => panel.targets.map(({ expr }) => expr)),
    ].flatMap(figuresIn);
    expect(asked.length).toBeGreaterThan(30);
    // Prometheus's own.
    expect(asked.filter((name) => name !== "up" && !known.has(name))).toEqual([]);
    expect(rules.every(({ annotations }) => "summary" in annotations)).toBe(true);
  });

  it.skipIf(spawnSync("promtool", ["--version"]).error)("raises the expected alerts", () => {
    const scenes = join(import.meta.dirname, "prometheus-rules.test.yaml");
    const tested = spawnSync("promtool", ["test", "rules", scenes], { encoding: "utf8" });
    expect([tested.status, tested.stderr]).toEqual([0, ""]);
  });
});
