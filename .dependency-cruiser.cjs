/**
 * Which way imports may point (README, "Where things are"). Test files may reach everything.
 * `server` → features, lib, content, db · `routes` → features, components, content, lib ·
 * `features/x` → itself, another feature's pure x.ts, components, content, lib, db (.server files
 * only) · `components` → lib · `db`, `lib`, `content` → npm.
 */
const tests = "\\.test\\.tsx?$";
const types = "\\+types/";

function only(name, from, allowed, comment) {
  return {
    name,
    severity: "error",
    comment,
    from: { path: from, pathNot: tests },
    to: { path: "^(app|db|server|tests|scripts)/", pathNot: [from, types, ...allowed] },
  };
}

module.exports = {
  forbidden: [
    only("server-points-down", "^server/", [
      "^app/(features|lib|content)/",
      "^app/context\\.server",
      "^db/",
    ]),
    only(
      "routes-point-down",
      "^app/routes/",
      ["^app/(features|components|content|lib)/", "^app/context\\.server"],
      "A route composes features; it makes no queries of its own.",
    ),
    only("components-point-down", "^app/components/", ["^app/lib/"]),
    only("lib-stands-alone", "^app/lib/", []),
    only("content-stands-alone", "^app/content/", []),
    only("db-stands-alone", "^db/", []),
    only("features-point-down", "^app/features/", [
      "^app/(features|components|content|lib)/",
      "^db/",
      // The guards read what the request is answered with, and nobody else here needs it.
      "^app/context\\.server",
    ]),
    {
      name: "database-behind-server-files",
      severity: "error",
      comment: "Only what never reaches a browser may touch the database.",
      from: { path: "^app/features/", pathNot: ["\\.server\\.ts$", tests] },
      to: { path: "^db/" },
    },
    {
      name: "features-share-pure-modules",
      severity: "error",
      comment:
        "Of another feature, only its pure x.ts (types, schemas, arithmetic) may be used; and " +
        "what books, records changes and queues mails, in the transaction of what they tell.",
      from: { path: "^app/features/([^/]+)/", pathNot: tests },
      to: {
        path: "^app/features/",
        pathNot: [
          "^app/features/$1/",
          "^app/features/[^/]+/[^/.]+\\.ts$",
          "^app/features/[^/]+/[^/]+/[^/.]+\\.ts$",
          "^app/features/auth/capability",
          "^app/features/delivery/booking\\.server\\.ts$",
          "^app/features/mail/(outbox|addressees)\\.server\\.ts$",
          "^app/features/audit/record-audit\\.server\\.ts$",
          "^app/features/auth/credentials/invite-clients\\.server\\.ts$",
          // Whoever is signed out everywhere loses the links to runs too.
          "^app/features/runs/links/run-links\\.server\\.ts$",
          "^app/features/limits/rate-limits\\.server\\.ts$",
          "^app/features/orders/mails/order-recipient\\.server\\.ts$",
          "^app/features/clients/adopt-guests\\.server\\.ts$",
          "^app/features/receivables/(readers|reminders)\\.server\\.ts$",
          // The guide and the import of an owner's first day act on what they show.
          "^app/features/catalog/opening-catalogue\\.server\\.ts$",
          "^app/features/settings/kept-settings\\.server\\.ts$",
          // Money follows what is packed, cancelled and credited.
          "^app/features/payments/(order-payments|order-links|open-invoices|settings/payment-settings|refunds)\\.server\\.ts$",
        ],
      },
    },
    {
      name: "capabilities-are-made-by-guards",
      severity: "error",
      comment: "Whoever can make a capability can do anything (design: permission by type).",
      from: { path: "^(app|server)/", pathNot: ["^app/features/auth/", tests] },
      to: { path: "^app/features/auth/capability\\.server" },
    },
    {
      name: "images-are-decoded-in-one-place",
      severity: "error",
      comment: "A decoder given any bytes can be stopped by a file of 300 bytes.",
      from: {
        path: "^(app|server)/",
        pathNot: ["^app/features/images/decode-image\\.server\\.ts$", tests],
      },
      to: { path: "node_modules/sharp/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "runs-without-development-dependencies",
      severity: "error",
      comment: "An install with NODE_ENV=production builds, opens, backs up and restores the shop.",
      from: {
        path: "^(app|db|server|scripts)/|^[^/]+\\.ts$",
        pathNot: [tests, "^scripts/(art|bench)/"],
      },
      // schema-dts has types and nothing else.
      to: { dependencyTypes: ["npm-dev"], pathNot: "/schema-dts/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^virtual:", types, "\\?url$"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
