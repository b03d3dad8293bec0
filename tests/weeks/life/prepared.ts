import { hash } from "node:crypto";
import pg from "pg";

interface Sent {
  text?: string;
  name?: string | undefined;
  values?: unknown[];
}

type Submit = (this: Sent, connection: unknown) => unknown;

let isPreparing = false;

/**
 * From now on each connection of this process has a statement parsed and planned once, however often it is
 * sent: most of what the database does in a life is planning statements that it has planned before. What
 * they do stays the same.
 */
export function prepareStatements(): void {
  if (isPreparing) return;
  isPreparing = true;
  const query = (pg as unknown as { Query: { prototype: { submit: Submit } } }).Query.prototype;
  const { submit } = query;
  query.submit = function (connection) {
    const { text, values, name } = this;
    if (text !== undefined && Array.isArray(values) && name === undefined && isOne(text)) {
      this.name = hash("md5", text);
    }
    return submit.call(this, connection);
  };
}

/** Whether it is a single statement of those that can be prepared. */
const isOne = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) && !/;\s*\S/.test(text);
