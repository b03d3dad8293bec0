import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "./listen.ts";

let server: Server;
let other: Server;

beforeEach(() => {
  server = createServer();
  other = createServer();
});

afterEach(() => {
  server.close();
  other.close();
});

test("returns the free port that it chose", async () => {
  const port = await listen(server, 0, "127.0.0.1");
  expect(port).toBeGreaterThan(0);
  expect(server.address()).toMatchObject({ address: "127.0.0.1", port });
});

test("a port in use is reported in one line that says what to do", async () => {
  const port = await listen(other, 0, "127.0.0.1");
  await expect(listen(server, port, "127.0.0.1")).rejects.toThrow(
    `Port ${port} is in use. Stop whatever is using it, or set PORT to another.`,
  );
});

// An address that is reserved for documentation (RFC 5737), so no machine has it.
test("an address of another machine is reported in one line", async () => {
  await expect(listen(server, 0, "192.0.2.1")).rejects.toThrow(
    "HOST 192.0.2.1 is not an address of this machine.",
  );
});
