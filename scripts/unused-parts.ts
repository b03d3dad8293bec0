import type { Plugin } from "vite";

/** The parts removed from one file of a package. Each must exist. */
interface Unused {
  texts?: [text: string, instead: string][];
  /** Top-level functions that become no-ops, because their feature is unused. */
  idle?: string[];
  /** Top-level functions that are never reached, and throw if they are. */
  unreached?: string[];
  /** A prototype-based class whose methods are removed. */
  methodsOf?: string;
}

/**
 * Features of React and the router's client that the shop never uses, listed because a bundler
 * cannot remove parts of a function (docs/decisions/0052). Router: reporting each step to a
 * monitor, view transitions, server components, a "Loading" page before scripts are there. React:
 * view transitions, fragment refs, suspense lists, `<Activity>`, custom elements and
 * `useActionState`.
 */
const unused: Record<string, Unused> = {
  "/react-router/dist/production/lib/router/router.js": {
    texts: [
      ["if (init.instrumentations)", "if (false)"],
      ["consumeInstrumentationClientResultMetaReceiver(router)", "undefined"],
      ["opts?.instrumentationNavigateMetaReceiver", "undefined"],
    ],
  },
  "/react-router/dist/production/lib/components.js": {
    texts: [
      ["if (!viewTransitionOpts || !isViewTransitionAvailable)", "if (true)"],
      ["useIsRSCRouterContext() || useTransitions", "useTransitions"],
    ],
  },
  "/react-router/dist/production/lib/hooks.js": {
    texts: [
      ["if (this.context && typeof error", "if (false && typeof error"],
      ["if (this.context) return", "if (false) return"],
    ],
  },
  "/react-router/dist/production/lib/dom/lib.js": {
    texts: [
      ["const NavLink = React$1", "const NavLink = /* @__PURE__ */ React$1"],
      ['NavLink.displayName = "NavLink";', ""],
    ],
  },
  "/react-router/dist/production/lib/dom/ssr/components.js": {
    texts: [["let rsc = useIsRSCRouterContext();", "let rsc = false;"]],
  },
  "/react-router/dist/production/lib/dom/ssr/routes.js": {
    texts: [['route.id === "root" ? RemixRootDefaultHydrateFallback : void 0', "undefined"]],
  },
  "/react-router/dist/production/lib/dom/ssr/errorBoundaries.js": {
    texts: [
      ["renderScripts ? /* @__PURE__ */ React$1.createElement(Scripts, null) : null", "null"],
    ],
  },
  "/react-dom/cjs/react-dom-client.production.js": {
    texts: [["  shouldStartViewTransition\n    ? ", "  false\n    ? "]],
    idle: [
      "trackEnterViewTransitions",
      "applyViewTransitionToHostInstances",
      "restoreViewTransitionOnHostInstances",
      "commitAppearingPairViewTransitions",
      "commitEnterViewTransitions",
      "commitDeletedPairViewTransitions",
      "commitExitViewTransitions",
      "commitNestedViewTransitions",
      "restorePairedViewTransitions",
      "restoreEnterOrExitViewTransitions",
      "restoreNestedViewTransitions",
      "measureNestedViewTransitions",
      "measureViewTransitionHostInstancesRecursive",
      "commitAfterMutationEffectsOnFiber",
      "scheduleViewTransitionEvent",
      "startViewTransition",
      "commitNewChildToFragmentInstance",
      "deleteChildFromFragmentInstance",
    ],
    unreached: [
      "updateSuspenseListComponent",
      "updateActivityComponent",
      "setPropOnCustomElement",
      "mountActionState",
      "updateActionStateImpl",
    ],
    methodsOf: "FragmentInstance",
  },
};

function without(
  code: string,
  { texts = [], idle = [], unreached = [], methodsOf }: Unused,
  id: string,
) {
  let kept = code;
  function replace(found: string | RegExp, instead: string) {
    const next = kept.replaceAll(found, instead);
    if (next === kept) throw new Error(`A package has changed: no ${found} in ${id}`);
    kept = next;
  }
  for (const [text, instead] of texts) replace(text, instead);
  // A top-level function ends at the first brace at the start of a line.
  const body = (name: string) => new RegExp(`^function ${name}\\([^]*?\\n}$`, "gm");
  for (const name of idle) replace(body(name), `function ${name}() {}`);
  for (const name of unreached)
    replace(body(name), `function ${name}() { throw Error("Left out: ${name}"); }`);
  if (methodsOf)
    replace(new RegExp(`^${methodsOf}\\.prototype\\.\\w+ = function[^]*?\\n};$`, "gm"), "");
  return kept;
}

/** Removes `unused` from the browser's build, which fails if a package's source differs. */
export const unusedParts: Plugin = {
  name: "unused-parts",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/(react-router\/dist\/production\/lib|react-dom\/cjs)\// },
    handler(code, id) {
      const [, parts] = Object.entries(unused).find(([file]) => id.endsWith(file)) ?? [];
      return parts ? { code: without(code, parts, id), map: null } : null;
    },
  },
};
