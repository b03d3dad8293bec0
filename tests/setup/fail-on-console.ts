import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// Every console.error and console.warn fails the test that it appears in, unless the test announced
// it: otherwise somebody would have to read each warning.

const methods = ["error", "warn"] as const;

type Method = (typeof methods)[number];

let expected: { method: Method; pattern: RegExp; seen: boolean }[] = [];
let unexpected: string[] = [];

for (const method of methods) {
  // Not a spy, because a test's own vi.restoreAllMocks() would remove it.
  console[method] = (...parts: unknown[]) => {
    const text = format(...parts);
    const match = expected.find((it) => it.method === method && it.pattern.test(text));
    if (match) match.seen = true;
    else unexpected.push(`console.${method}: ${text}`);
  };
}

/** Announces output that the test provokes; the test also fails if it does not appear. */
export function expectConsole(method: Method, pattern: RegExp): void {
  expected.push({ method, pattern, seen: false });
}

function settle(): void {
  const missing = expected
    .filter((it) => !it.seen)
    .map((it) => `expected console.${it.method} to say ${it.pattern}`);
  const problems = [...unexpected, ...missing];
  expected = [];
  unexpected = [];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

afterEach(settle);
afterAll(settle);
