import { startTestServer, type TestServer } from "./test-server.ts";

interface Shared {
  server: Promise<TestServer>;
  users: number;
}

// Vitest loads each project's setup again, in the same process.
const global = globalThis as { testServer?: Shared | undefined };

/** Returns a test run's one server, which its first user starts, and its last one stops. */
export async function takeSharedServer(): Promise<{ url: string; release: () => Promise<void> }> {
  global.testServer ??= { server: startTestServer(), users: 0 };
  const shared = global.testServer;
  shared.users += 1;
  const server = await shared.server;
  return {
    url: server.url,
    async release() {
      shared.users -= 1;
      if (shared.users > 0) return;
      global.testServer = undefined;
      await server.stop();
    },
  };
}
