import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type DearKind,
  dearRoutes,
  dearRoutesAsMarkdown,
  routesOf,
} from "#server/edge/dear-routes.ts";
import { reachedFrom } from "./reached-code.ts";
import { listedRoutes } from "./route-table.ts";

// Walks app/routes.ts, so that a new route that takes bytes, sends mail, prints or exports can't be
// forgotten: server/edge/dear-routes.ts must limit a request's cost and each sender's number.

const routes = await listedRoutes();

/** Staff confirm their password in any form, ten times an hour, so these bypass the queue. */
const hashesForOthers = ({ id }: { id: string }) => !id.startsWith("routes/admin/");

/** Signs of what a route does, in the names that its code reaches. */
const signs: Record<DearKind, (reached: Set<string>) => boolean> = {
  bytes: (reached) => reached.has(".uploads"),
  mail: (reached) =>
    ["queueMail", "queueNews"].some((name) =>
      reached.has(`app/domain/mail/outbox.server.ts ${name}`),
    ),
  print: (reached) => reached.has(".inLine") || reached.has(".invoicePdfs"),
  password: (reached) =>
    [...reached].some((name) => /^better-auth\/crypto \w+Password$/.test(name)),
  export: (reached) => [...reached].some((name) => name.startsWith("app/lib/csv/csv")),
};

test.each(Object.keys(signs) as DearKind[])(
  "every route of %s is in the table, and no other",
  (kind) => {
    const found = routes
      .filter((route) => kind !== "password" || hashesForOthers(route))
      .filter(({ file }) => signs[kind](reachedFrom(file)))
      .map(({ id }) => id);
    expect([...routesOf(kind)].sort()).toEqual([...new Set(found)].sort());
  },
);

test("the table names existing routes", () => {
  const known = new Set(routes.map(({ id }) => id));
  const named = dearRoutes.flatMap((dear) => dear.routes);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test("docs/security.md shows the table", () => {
  const shown = readFileSync("docs/security.md", "utf8");
  expect(shown).toContain(`<!-- costs -->\n\n${dearRoutesAsMarkdown()}\n\n<!-- /costs -->`);
});

test("the walk follows a route into its helpers", () => {
  expect(reachedFrom("routes/dashboard/attachment.ts")).toContain(".uploads");
  expect(reachedFrom("routes/storefront/faq.tsx").size).toBeGreaterThan(0);
  expect(signs.mail(reachedFrom("routes/storefront/faq.tsx"))).toBe(false);
});
