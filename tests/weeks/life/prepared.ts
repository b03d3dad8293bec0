import { hash } from "node:crypto";
import pg from "pg";

interface Sent {
  text?: string;
  name?: string | undefined;
  values?: unknown[];
}

type Submit = (this: Sent, connection: unknown) => unknown;

let isPreparing = false;

/** Makes this process send prepared statements, since planning would take most of a life. */
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

/** True for a single statement of a kind that can be prepared. Comments may contain semicolons. */
const isOne = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/;\s*\S/.test(text.replaceAll(/--.*/g, ""));
