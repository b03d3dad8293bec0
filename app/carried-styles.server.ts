/** A statement, a rule, or a block of rules (`@layer`, `@media`, `@supports`). */
interface Part {
  /** The whole text; of a block, the part before its rules. */
  text: string;
  rules?: Part[];
  /** The elements (`<a`) and classes that each of a rule's selectors requires. */
  selectors?: string[][];
}

/**
 * Returns a function that picks the rules that a page's HTML uses. A rule is left out only if each
 * of its selectors names a missing element or class, so that adding the whole sheet later changes
 * nothing.
 *
 * @param sheet the built stylesheet, minified and without nested rules
 */
export function stylesUsedBy(sheet: string): (html: string) => string {
  const parts = partsOf(sheet);
  return (html) => {
    const names = namesIn(html);
    return withoutUnread(
      kept(parts, (selector) => selector.every((name) => names.has(name))),
      html,
    );
  };
}

/** Removes unnamed animations, unread properties, and fonts without a letter. */
function withoutUnread(rules: string, html: string): string {
  const read = new Set(Array.from((rules + html).matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const animations = rules.match(/animation(?:-name)?:[^;}]*/g)?.join(" ") ?? "";
  const left = rules
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (all, name) =>
      animations.includes(name) ? all : "",
    )
    .replace(/@font-face\{[^}]*unicode-range:([^;}]*)[^}]*\}/g, (all, ranges) =>
      rangePattern(ranges).test(html) ? all : "",
    )
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (all, name) => (read.has(name) ? all : ""))
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (all, name) =>
      read.has(name) ? all : "",
    );
  // Repeat for properties that only a removed one read.
  return left === rules ? left : withoutUnread(left, html);
}

/** @param ranges as in `unicode-range`: `U+??,U+2000-206F` */
function rangePattern(ranges: string): RegExp {
  const pattern = ranges.replace(
    /U\+([\da-f?]+)(?:-([\da-f]+))?,? */gi,
    (_, from: string, to = from) =>
      `\\u{${from.replaceAll("?", "0")}}-\\u{${to.replaceAll("?", "F")}}`,
  );
  return new RegExp(`[${pattern}]`, "u");
}

function kept(parts: Part[], isUsed: (selector: string[]) => boolean): string {
  return parts
    .map(({ text, rules, selectors }) => {
      if (!rules) return !selectors || selectors.some(isUsed) ? text : "";
      const inner = kept(rules, isUsed);
      // An empty layer stays, as the first mention decides the layers' order.
      return inner || text.startsWith("@layer") ? `${text}{${inner}}` : "";
    })
    .join("");
}

function partsOf(css: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (let at = 0; at < css.length; at++) {
    if (css[at] === ";") {
      parts.push({ text: css.slice(start, at + 1) });
      start = at + 1;
    } else if (css[at] === "{") {
      const end = endOf(css, at);
      const before = css.slice(start, at).trim();
      if (/^@(layer|media|supports)/.test(before)) {
        parts.push({ text: before, rules: partsOf(css.slice(at + 1, end)) });
      } else {
        const text = css.slice(start, end + 1);
        parts.push(before.startsWith("@") ? { text } : { text, selectors: selectorsOf(before) });
      }
      at = end;
      start = end + 1;
    } else at = afterText(css, at);
  }
  return parts;
}

/** Returns the index of the brace that closes the one at `from`. */
function endOf(css: string, from: number): number {
  let depth = 0;
  for (let at = from; at < css.length; at++) {
    if (css[at] === "{") depth++;
    else if (css[at] === "}" && --depth === 0) return at;
    else at = afterText(css, at);
  }
  throw new Error("A block of the stylesheet does not end");
}

/** Skips an escaped character, a string or a comment; stays in its place at anything else. */
function afterText(css: string, at: number): number {
  if (css[at] === "\\") return at + 1;
  const text = /^(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\/)/s;
  if (!/["'/]/.test(css[at] ?? "")) return at;
  return at + Math.max(0, (text.exec(css.slice(at))?.[0].length ?? 1) - 1);
}

/**
 * Returns the requirements of each selector in a list. Alternatives in parentheses, `:is(.a, b)`,
 * and negations, `:not(.a)`, require nothing.
 */
function selectorsOf(list: string): string[][] {
  let plain = list
    .replace(/\/\*.*?\*\/|(?<!\\)\[[^\]]*\]/gs, "")
    // A digit at the start of a class.
    .replace(/\\3(\d) /g, "$1");
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(
      /(?<!\\):([\w-]+)\(((?:\\.|[^\\()])*)\)/gs,
      (_, name: string, inner: string) =>
        /^(is|where|has)$/.test(name) && !/(?<!\\),/.test(inner) ? ` ${inner}` : "",
    );
  }
  return (plain.match(/(?:\\.|[^\\,])+/gs) ?? []).map((selector) => [
    ...Array.from(selector.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = ""]) =>
      name.replace(/\\(.)/g, "$1"),
    ),
    ...Array.from(selector.matchAll(/(?<![^\s>+~])[a-z]\w*/g), ([name]) => `<${name}`),
    ...(/::(?:file-selector|-webkit-(?:calendar|date|search))/.test(selector) ? ["<input"] : []),
  ]);
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&gt;": ">",
  "&lt;": "<",
  "&quot;": '"',
  "&#x27;": "'",
};

/** Returns the names of a page's elements, as `<a`, and of their classes. */
function namesIn(html: string): Set<string> {
  const values = new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, value = ""]) => value));
  const text = [...values].join(" ").replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);
  return new Set([...text.split(/\s+/), ...(html.match(/<[a-z]\w*/g) ?? [])]);
}
