import { expect, it, test } from "vitest";
import { stylesUsedBy } from "./carried-styles.server.ts";

const html = '<main class="box md:p-4 [&amp;_a]:flex w-[calc(1px+2px)] 2xl:p-1"><a>Read</a></main>';

const used = (sheet: string, page = html) => stylesUsedBy(sheet)(page);

it.each([
  ".box{top:0}",
  ".md\\:p-4{padding:1rem}",
  ".\\[\\&_a\\]\\:flex a{display:flex}",
  ".w-\\[calc\\(1px\\+2px\\)\\]{width:3px}",
  ".\\32 xl\\:p-1{padding:1px}",
  ".none,.box{top:0}",
  ".box:hover:not(.none)>a::before{content:'}'}",
  ".box:is(.none,.other){top:0}",
  ".box [type=button]{top:0}",
  "*,:before{top:0}",
  "main:has(a){top:0}",
  "@media print{.box{top:0}}",
  "@supports (top:0){@media (width>=30rem){.box{top:0}}}",
  "@page{margin:0}",
])("%s is carried", (rule) => {
  expect(used(rule)).toBe(rule);
});

it.each([
  ".none{top:0}",
  ".box .none{top:0}",
  ".none .box,.box.other{top:0}",
  "table{top:0}",
  ".box:has(.none){top:0}",
  ":where(.none>:not(:last-child)){top:0}",
  "@media print{.none{top:0}}",
  "::-webkit-date-and-time-value{top:0}",
])("%s is not", (rule) => {
  expect(used(rule)).toBe("");
});

it("keeps the order of the layers, also of empty ones", () => {
  const sheet =
    "@layer base{main{top:0}}@layer components{.none{top:0}}@layer utilities{.box{top:0}}";
  expect(used(sheet)).toBe(
    "@layer base{main{top:0}}@layer components{}@layer utilities{.box{top:0}}",
  );
});

test("keeps only animations that are named, and properties that are read", () => {
  const sheet =
    "@property --read{syntax:'*'}@property --other{syntax:'*'}" +
    ":root{--read:var(--by-it);--by-it:1;--other:var(--by-other);--by-other:1}" +
    ".box{animation:1s rise;top:var(--read)}" +
    "@keyframes rise{0%{top:0}to{top:1px}}@keyframes fall{0%{top:0}}";
  expect(used(sheet)).toBe(
    "@property --read{syntax:'*'}:root{--read:var(--by-it);--by-it:1;}" +
      ".box{animation:1s rise;top:var(--read)}@keyframes rise{0%{top:0}to{top:1px}}",
  );
});

test("keeps only fonts for letters on the page", () => {
  const latin = '@font-face{src:url("a");unicode-range:U+??,U+2000-206F}';
  const extended = '@font-face{src:url("b");unicode-range:U+100-2BA,U+1E00-1E9F}';
  expect(used(latin + extended)).toBe(latin);
  expect(used(latin + extended, "<p>Ħ</p>")).toBe(latin + extended);
});
