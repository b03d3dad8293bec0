import { describe, expect, it, test } from "vitest";
import { changedNames, readTyped, rearrange, type Typed, typedFrom } from "./fields.ts";
import { allWordsPages, fieldsOf, wordsPageOf, wordsPages } from "./pages.server.ts";

const { faq } = wordsPages;
const faqFields = fieldsOf(faq);
const typed = (changed: Typed = {}) => ({ ...typedFrom(faqFields, faq.defaults), ...changed });
const read = (form: Typed) => readTyped(faq.fields, form, faq.own?.names);
const errorsOf = (changed: Typed) => read(typed(changed)).errors ?? {};

describe.each(allWordsPages.map((page) => [page.label, page] as const))("%s", (_, page) => {
  it("shows its original texts in its form, and reads them back", () => {
    const fields = fieldsOf(page);
    const form = typedFrom(fields, page.defaults);
    expect(changedNames(fields, page.defaults, form)).toEqual([]);
    const { value, errors } = readTyped(page.fields, form, page.own?.names);
    expect(errors).toBeUndefined();
    expect(typedFrom(fields, value ?? {})).toEqual(form);
    expect(page.schema.parse(value)).toEqual(value);
    expect(page.schema.parse(page.defaults)).toMatchObject(page.defaults);
  });

  it("gets the original of a text that wasn't stored", () => {
    expect(page.schema.parse({ title: "Mine", lede: "Mine" })).toMatchObject({ lede: "Mine" });
  });
});

test("the home page has labelled texts for its original products and for any others", () => {
  const { lede, ledeOfOthers } = wordsPages.home.fields.featured.fields;
  expect(lede.label).toContain("Tenderloin Steak");
  expect(ledeOfOthers.label).toBe("Introduction with any other products");
});

test("pages are found only by their own names", () => {
  expect(wordsPageOf("faq")).toBe(faq);
  for (const name of ["", "FAQ", "é", "constructor", "__proto__", "faq\0", "a".repeat(1e6)]) {
    expect(wordsPageOf(name)).toBeNull();
  }
});

test("fields named like inherited properties change nothing", () => {
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
  const foreign = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(changedNames(faqFields, faq.defaults, typed(foreign))).toEqual([]);
  expect(read(typed(foreign)).errors).toBeUndefined();
});

describe("a typed text", () => {
  it("is plain text, stored as it is", () => {
    const answer = "<script>alert(1)</script> & **bold** {name}\r\nfish & chips";
    const { value } = read(typed({ "questions.0.answer": `  ${answer} ` }));
    expect(value?.questions[0]?.answer).toBe(answer.replace("\r\n", "\n"));
  });

  it.each([
    ["", "Please write something here"],
    ["\u200b", "Please write something here"],
    ["a\0b", "Please remove the invisible characters"],
    ["a\u202eb", "Please remove the invisible characters"],
    ["a\ud800", "Please remove the invisible characters"],
    ["a\nb", "Please write this in one line"],
    ["a".repeat(121), "Please use at most 120 characters"],
    ["a".repeat(1e6), "A page may have 60,000 characters altogether"],
  ])("is refused if it is %j", (title, message) => {
    const { errors, message: whole = "" } = read(typed({ title }));
    expect([...(errors?.title ?? []), whole].join(" ")).toContain(message);
  });

  it.each([
    ["javascript:alert(1)"],
    ["//example.com"],
    ["http://example.com"],
    ["https://a@example.com"],
    ["/\\example.com"],
    ["/a b"],
    ["https:"],
    ["/é"],
    ["data:text/html,x"],
  ])("can't link to %s", (to) => {
    expect(errorsOf({ "questions.0.more.to": to })).toHaveProperty(["questions.0.more.to"]);
  });

  it("can omit a link, or have one with https", () => {
    const link = (to: string, label: string) =>
      read(typed({ "questions.0.more.to": to, "questions.0.more.label": label })).value
        ?.questions[0]?.more;
    expect(link("", "")).toBeUndefined();
    expect(link("https://example.com/x?y#z", "More")).toEqual({
      to: "https://example.com/x?y#z",
      label: "More",
    });
    expect(errorsOf({ "questions.0.more.label": "" })).toHaveProperty(["questions.0.more.label"]);
  });

  it("is split into paragraphs by lines", () => {
    const { about } = wordsPages;
    const form = typedFrom(fieldsOf(about), about.defaults);
    const read = (paragraphs: string) =>
      readTyped(about.fields, { ...form, "story.paragraphs": paragraphs });
    expect(read("One\r\n\r\n\r\nTwo\n  Three ").value?.story.paragraphs).toEqual([
      "One",
      "Two",
      "Three",
    ]);
    expect(read(" \n ").errors).toHaveProperty(["story.paragraphs"]);
    expect(read("x\n".repeat(21)).errors).toHaveProperty(["story.paragraphs"]);
  });
});

describe("the questions of the FAQ", () => {
  const ids = (form: Typed) => read(form).value?.questions.map(({ id }) => id);
  const press = (intent: string, form = typed()) =>
    rearrange(faqFields, faq.defaults, form, intent)?.typed;

  it("get a unique anchor when they are added", () => {
    const more = press("add:questions") ?? {};
    expect(read(more).errors).toHaveProperty(["questions.8.question"]);
    const filled = {
      ...more,
      "questions.8.question": "Où est-ce, please? Where exactly",
      "questions.8.answer": "Here.",
    };
    expect(ids(filled)?.at(-1)).toBe("ou-est-ce-please");
    expect(ids({ ...filled, "questions.8.question": "Shipping" })?.at(-1)).toBe("shipping-2");
    expect(ids({ ...filled, "questions.8.id": "grade" })).toHaveLength(9);
    expect(new Set(ids({ ...filled, "questions.8.id": "grade" })).size).toBe(9);
    expect(ids({ ...filled, "questions.8.id": '"><script>' })?.at(-1)).toBe("ou-est-ce-please");
  });

  it("can be moved and removed, except the one that the cart links to", () => {
    expect(ids(press("down:questions.0") ?? {})?.slice(0, 2)).toEqual(["hormones", "source"]);
    expect(ids(press("up:questions.1") ?? {})?.slice(0, 2)).toEqual(["hormones", "source"]);
    expect(ids(press("remove:questions.0") ?? {})).toHaveLength(7);
    const { errors } = read(press("remove:questions.4") ?? {});
    expect(errors?.questions).toEqual([expect.stringContaining("“shipping”, so it has to stay")]);
  });

  it.each([
    ...["", "save", "up:questions.0", "down:questions.7", "remove:questions.99", "add:title"],
    ...["add:", "add:constructor", "remove:questions", "reset:__proto__", "up:questions.-1"],
  ])("ignore the unknown button %j", (intent) => {
    expect(press(intent)).toBeUndefined();
  });

  it("are limited to forty, even if more are sent", () => {
    const many = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`questions.${index}.question`, "x"]),
    );
    expect(Object.keys(read(typed(many)).errors ?? {}).length).toBeLessThan(100);
    expect(press("add:questions", typed(many))).toBeUndefined();
  });

  it("can be reset to their originals, alone or with the page", () => {
    const mine = { title: "Mine", "questions.0.answer": "Mine", "questions.8.question": "Mine" };
    expect(changedNames(faqFields, faq.defaults, typed(mine))).toEqual(["title", "questions"]);
    expect(press("reset:questions", typed(mine))).toEqual(typed({ title: "Mine" }));
    expect(press("reset", typed(mine))).toEqual(typed());
  });
});

test("the page's three images can't be added to, removed or moved", () => {
  const { about } = wordsPages;
  const form = typedFrom(fieldsOf(about), about.defaults);
  for (const intent of ["add:images", "remove:images.0", "up:images.1"]) {
    expect(rearrange(fieldsOf(about), about.defaults, form, intent)).toBeNull();
  }
  const { "images.2.alt": _, ...less } = form;
  expect(readTyped(about.fields, less).errors).toHaveProperty(["images.2.alt"]);
});

it("refuses unknown placeholders in every text", () => {
  const used =
    "You can use {name}, {short name}, {phone}, {email}, {address}, {city}, {count}, {Count}";
  expect(errorsOf({ "questions.0.answer": "Call {phone} or {fone}." })).toEqual({
    "questions.0.answer": [`{fone} is not filled in. ${used}`],
  });
  expect(errorsOf({ title: "{Name}", "unanswered.text": "Or {this}" })).toEqual({
    title: [`{Name} is not filled in. ${used}`],
    "unanswered.text": [`{this} is not filled in. ${used}`],
  });
  expect(read(typed({ lede: "{count} of {name}" })).errors).toBe(undefined);
});
