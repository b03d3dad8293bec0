import { randomUUID } from "node:crypto";
import { runOnServer } from "./postgres-server.ts";

/** An empty database on the PostgreSQL server at `serverUrl`, with its own address. */
export async function createServerDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `shop_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(serverUrl, `create database ${name} template template1`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}
