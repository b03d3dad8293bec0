import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { App, AppOptions } from "./app.ts";

export interface LoadedApp {
  listener: RequestListener;
  endStreams(): void;
  close(): Promise<void>;
}

type AppModule = typeof import("./app.ts");

/** Loads the built application, which `npm start` has brought up to date. */
export async function loadBuiltApp(root: string, options: AppOptions): Promise<LoadedApp> {
  const { createApp }: AppModule = await import(join(root, "build/server/index.js"));
  const app = await createApp({ ...options, clientFiles: join(root, "build/client") });
  const { fetch, pages, endStreams, close } = app;
  const answer = getRequestListener(fetch);
  return {
    listener(request, response) {
      if (!pages.answers(request, response)) void answer(request, response);
    },
    endStreams,
    close,
  };
}

/** Loads the application from source through Vite; changes apply without a restart. */
export async function loadDevelopmentApp(
  root: string,
  options: AppOptions,
  server: Server,
): Promise<LoadedApp> {
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const ours = process.listeners("SIGTERM");
  const vite = await createServer({
    root,
    appType: "custom",
    // Hot reload uses the shop's own port, so that two checkouts can run at once.
    server: { middlewareMode: true, hmr: { server } },
  });
  // Vite would exit at once, before the database is closed; the process entry closes Vite.
  for (const listener of process.listeners("SIGTERM")) {
    if (!ours.includes(listener)) process.off("SIGTERM", listener);
  }
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite cannot run server modules");
  const runner = ssr.runner;

  let current: { module: AppModule; app: Promise<App> } | undefined;
  async function currentApp(): Promise<App> {
    const module: AppModule = await runner.import("/server/app.ts");
    if (current?.module !== module) {
      const previous = current;
      current = { module, app: module.createApp(options) };
      await previous?.app.then((app) => app.close());
    }
    return current.app;
  }

  const answer = getRequestListener(async (request, env) =>
    (await currentApp()).fetch(request, env),
  );
  return {
    listener: (request: IncomingMessage, response: ServerResponse) =>
      vite.middlewares(request, response, () => answer(request, response)),
    // There is none if a module failed to load.
    endStreams: () => void current?.app.then((app) => app.endStreams()).catch(() => undefined),
    async close() {
      await current?.app.then((app) => app.close());
      await vite.close();
    },
  };
}
