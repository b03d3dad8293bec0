import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Figure } from "#app/features/health/health.ts";
import { createMetrics } from "./metrics.ts";
import { metricsServer } from "./metrics-server.ts";

const request = { method: "GET", path: "/shop/loin", status: 200, seconds: 0.02 };

test("counts answers by part of the site", async () => {
  const metrics = createMetrics(() => 3);
  metrics.answered(request);
  metrics.answered({ ...request, path: "/shop.data" });
  metrics.answered({ ...request, path: "/wp-admin.php", status: 404 });
  metrics.servedFromMemory();
  const { text } = await metrics.report();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",part="shop",status="200"} 2',
  );
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",part="other",status="404"} 1',
  );
  expect(text).toMatch(/^pages_from_memory_total 1$/m);
  expect(text).toMatch(/^log_lines_dropped_total 3$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test("reports the shop's own current figures", async () => {
  const metrics = createMetrics();
  let figures: Figure[] = [
    { name: "shop_mails_failed", value: 2 },
    { name: "shop_disk_free_bytes", value: 5e9, of: "data" },
  ];
  metrics.addFigures(async () => figures);
  const { text } = await metrics.report();
  expect(text).toMatch(/^shop_mails_failed 2$/m);
  expect(text).toMatch(/^shop_disk_free_bytes\{folder="data"\} 5000000000$/m);
  // Unknown is not zero.
  expect(text).toMatch(/^shop_backup_age_seconds Nan$/m);
  figures = [];
  expect((await metrics.report()).text).toMatch(/^shop_mails_failed Nan$/m);
  metrics.addFigures(() => Promise.reject(new Error("away")));
  expect((await metrics.report()).text).toMatch(/^log_lines_dropped_total 0$/m);
});

test("counts all made-up paths and methods in one figure", async () => {
  const metrics = createMetrics();
  for (let i = 0; i < 500; i++) {
    metrics.answered({ ...request, path: `/made-up-${i}`, method: `M${i}` });
  }
  const { text } = await metrics.report();
  expect(text.match(/^http_request_duration_seconds_count/gm)).toHaveLength(1);
  expect(text).not.toContain("made-up");
});

test("is served at its path only", async () => {
  const server = metricsServer(createMetrics()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(await answer.text()).toContain("nodejs_eventloop_lag_seconds");
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(404);
  server.close();
});
