import { randomUUID } from "node:crypto";
import pg from "pg";
import { shopName } from "#db/embedded/cluster.ts";

/** Creates a database on the server, owned by a role without other rights, as hosted ones are. */
export async function createServerDatabase(
  serverUrl: string,
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(serverUrl, `create database ${name} template ${template} owner ${shopName}`);
  return {
    url: databaseUrlOf(serverUrl, name),
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Returns the address of another database of the server, for the shop's role. */
export function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.username = shopName;
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement, outside of any transaction. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
