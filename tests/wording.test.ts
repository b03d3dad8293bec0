import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Consistent spelling in the shop's screens, emails and papers of words that are spelled in more
// than one way elsewhere. Ignores comments, and tests, whose data is what people type.

const sources = globSync("{app,server,db,scripts}/**/*.{ts,tsx,typ}")
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .sort();

/** Returns code or markup without comments; the `//` of an address isn't one. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""))
    .replaceAll(/(^|[^:])\/\/.*$/gm, "$1");
}

const texts = new Map(sources.map((path) => [path, withoutComments(readFileSync(path, "utf8"))]));

function linesWith(pattern: RegExp): string[] {
  return [...texts].flatMap(([path, text]) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

/** Returns lines that match, except allowed ones, which people don't read or others wrote. */
function linesToMend(pattern: RegExp, allowed: RegExp[]): string[] {
  return linesWith(pattern).filter((line) => !allowed.some((one) => one.test(line)));
}

const months = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";

it("finds its patterns, but not in comments", () => {
  expect(withoutComments('a("https://x.ca"); // e-mail\n/* pick-up\n*/ b')).toBe(
    'a("https://x.ca"); \n\n b',
  );
  expect(sources.length).toBeGreaterThan(800);
});

it("writes email", () => {
  // Names of counts in the database.
  const names = /^app\/domain\/limits\/rate-limits\.ts: \[\{ name: "[\w ]+ by e-mail/;
  expect(linesToMend(/\be-mail/i, [names])).toEqual([]);
});

it("writes pickup, and to pick up", () => {
  expect(linesToMend(/\bpick-up/i, [])).toEqual([]);
});

it("writes phone", () => {
  expect(
    linesToMend(/\btelephone/i, [
      // Of schema.org, and of mail programs.
      /structured-data\.server\.ts: telephone:/,
      /compose-mail\.ts: .*content="telephone=no/,
      // Headings of other people's files.
      /imports\/kinds\.ts: also: \["telephone"/,
    ]),
  ).toEqual([]);
});

it("writes Sign in, except for the page called Login", () => {
  expect(
    linesToMend(/\b(log in|log ?out|logging in|logged (in|out))\b/i, [
      /["/]logout(\.ts)?"/,
      /\bLogOut\b/,
    ]),
  ).toEqual([]);
});

it("writes dates as Canadians do, month first, in one module", () => {
  // What people may have typed in a spreadsheet.
  const typed = /typed-cells\.ts: named: "22 Nov 2026/;
  expect(linesToMend(new RegExp(`\\b[1-9]\\d? ${months}\\b`), [typed])).toEqual([]);
  const weekday = "(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";
  expect(linesToMend(new RegExp(`\\b${weekday} ${months} \\d`), [])).toEqual([]);
  expect(linesToMend(/\bDateTimeFormat\b|\btoLocale(Date|Time)String\b/, [])).toEqual(
    linesWith(/\bDateTimeFormat\b/).filter((line) => line.startsWith("app/lib/dates.ts: ")),
  );
});
