/**
 * Which way imports may point (README, "Where things are"). Test files may reach everything.
 * `server` → the routes' build, features, domain, lib, content, db · `routes` → guards, features, domain,
 * components, content, lib · `guards` → domain · `features/x` → itself, domain, components, content, lib, db ·
 * `domain/x` → the domain modules below it, components, content, lib, db · `components` → lib ·
 * `db`, `lib`, `content` → npm · all of them → `db/schema/values`, which imports nothing · `tools` → anything,
 * and only tests import `tools`.
 */
const tests = "\\.test\\.tsx?$";
const types = "\\+types/";

/** The words that columns accept, which every layer may import. */
const values = "^db/schema/values/";

/** The domain's modules, low to high: each may import those before it. */
const domain = [
  "access",
  "audit",
  "limits",
  "settings",
  "mail",
  "texts",
  "pictures",
  "papers",
  "catalogue",
  "customers",
  "accounts",
  "pricing",
  "delivery",
  "lots",
  "stock",
  "cutting",
  "orders",
  "drafts",
  "guides",
  "packages",
  "receiving",
  "ledger",
  "door",
  "documents",
  "payments",
  "claims",
  "margins",
  "ordering",
];

/** What `from` may import besides itself. */
function only(name, from, allowed, comment) {
  return {
    name,
    severity: "error",
    comment,
    from: { path: from, pathNot: tests },
    to: {
      path: "^(app|db|server|tests|scripts|tools)/",
      pathNot: [from, types, values, ...allowed],
    },
  };
}

const below = (name) => domain.slice(0, domain.indexOf(name));

module.exports = {
  forbidden: [
    only("server-points-down", "^server/", [
      "^app/(guards|features|domain|lib|content)/",
      "^app/context\\.server",
      "^db/",
    ]),
    only(
      "routes-point-down",
      "^app/routes/",
      ["^app/(guards|features|domain|components|content|lib)/", "^app/context\\.server"],
      "A route composes features; it makes no queries of its own.",
    ),
    only("guards-point-down", "^app/guards/", [
      "^app/(domain|content|lib)/",
      "^app/context\\.server",
      "^db/",
    ]),
    only("components-point-down", "^app/components/", ["^app/lib/"]),
    only("lib-stands-alone", "^app/lib/", []),
    only("content-stands-alone", "^app/content/", []),
    only("db-stands-alone", "^db/", []),
    {
      name: "values-import-nothing",
      severity: "error",
      from: { path: values },
      to: {},
    },
    // The folder's name is the second group's: a feature never calls a feature.
    {
      name: "features-point-down",
      severity: "error",
      comment: "What two features need is a module of the domain.",
      from: {
        path: "^app/features/([^/]+)/",
        pathNot: tests,
      },
      to: {
        path: "^(app|db|server|tests|scripts|tools)/",
        pathNot: [
          "^app/features/$1/",
          types,
          "^app/(domain|components|content|lib)/",
          "^app/context\\.server",
          "^db/",
        ],
      },
    },
    ...domain.map((name) =>
      only(
        `${name}-points-down`,
        `^app/domain/${name}/`,
        [
          ...(below(name).length > 0 ? [`^app/domain/(${below(name).join("|")})/`] : []),
          "^app/(components|content|lib)/",
          "^db/",
        ],
        "A module of the domain uses those below it.",
      ),
    ),
    {
      name: "domain-modules-have-a-place",
      severity: "error",
      comment: "A new module of the domain gets its place in the list above.",
      from: {},
      to: { path: "^app/domain/", pathNot: `^app/domain/(${domain.join("|")})/` },
    },
    {
      name: "database-behind-server-files",
      severity: "error",
      comment: "Only what never reaches a browser may touch the database.",
      from: { path: "^app/(features|domain)/", pathNot: ["\\.server\\.ts$", tests] },
      to: { path: "^db/", pathNot: values },
    },
    {
      name: "capabilities-are-made-by-guards",
      severity: "error",
      comment: "Whoever can make a capability can do anything (design: permission by type).",
      from: { path: "^(app|server)/", pathNot: ["^app/guards/", tests] },
      to: { path: "^app/guards/capabilities\\.server" },
    },
    {
      name: "images-are-decoded-in-one-place",
      severity: "error",
      comment: "A decoder given any bytes can be stopped by a file of 300 bytes.",
      from: {
        path: "^(app|server)/",
        pathNot: [
          "^app/domain/pictures/decode-image\\.server\\.ts$",
          // Draws labels that the shop itself has set, and nothing that came from outside.
          "^app/domain/papers/bitmap\\.ts$",
          tests,
        ],
      },
      to: { path: "node_modules/sharp/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "runs-without-development-dependencies",
      severity: "error",
      comment: "An install with NODE_ENV=production builds, opens, backs up and restores the shop.",
      from: {
        path: "^(app|db|server|scripts)/|^[^/]+\\.ts$",
        pathNot: tests,
      },
      // schema-dts has only types.
      to: { dependencyTypes: ["npm-dev"], pathNot: "/schema-dts/" },
    },
    {
      name: "shop-runs-without-tools",
      severity: "error",
      comment: "A container has no tools/.",
      from: { path: "^(app|db|server|scripts)/|^[^/]+\\.ts$", pathNot: tests },
      to: { path: "^tools/" },
    },
    {
      name: "pencil-imports-nothing-of-the-shop",
      severity: "error",
      comment:
        "What judges the shop's sums shares none of them: it is written from the trade's rules.",
      from: { path: "^tests/weeks/pencil/" },
      to: {
        path: "^(app|db|server|scripts|tests|tools)/|^[^/]+\\.(ts|json)$",
        pathNot: ["^tests/weeks/pencil/"],
      },
    },
    {
      name: "pencil-uses-what-comes-with-node",
      severity: "error",
      from: { path: "^tests/weeks/pencil/", pathNot: tests },
      to: { path: "node_modules/" },
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
