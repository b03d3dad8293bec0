import { about } from "#app/content/about.ts";
import type { OwnPlaceholders } from "#app/content/company.ts";
import { contact } from "#app/content/contact.ts";
import { cutsGuide } from "#app/content/cuts-guide.ts";
import { faq } from "#app/content/faq.ts";
import { guideTabs } from "#app/content/guide-tabs.ts";
import { featuredNames, home } from "#app/content/home.ts";
import { type LegalSection, privacy, terms } from "#app/content/legal.ts";
import { wholesale } from "#app/content/wholesale.ts";
import { whyAaa } from "#app/content/why-aaa.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { ownEntry } from "#app/lib/own-entry.ts";
import { type AnyFields, type FieldsOf, storedSchema } from "./fields.ts";

// The pages whose texts the owner may edit. Server only, because it contains all of the originals.

/** A page and its texts, which are a group of settings. */
export interface WordsPage<Value extends object = object> extends SettingsGroup<Value> {
  label: string;
  path: string;
  fields: FieldsOf<Value>;
  /** Placeholders of this page only, and how its texts fill them in. */
  own?: { names: readonly string[]; fill(value: Value): OwnPlaceholders } | undefined;
}

function page<Value extends object>(
  key: string,
  label: string,
  path: string,
  defaults: Value,
  fields: FieldsOf<Value>,
  own?: WordsPage<Value>["own"],
): WordsPage<Value> {
  const schema = storedSchema(fields, defaults);
  return { key: `words/${key}`, label, path, defaults, fields, schema, own };
}

const line = (label: string, max = 120) => ({ kind: "line", label, max }) as const;
const text = (label: string, max = 800) => ({ kind: "text", label, max }) as const;
const title = line("Heading");
const lede = text("Introduction", 400);
const imageAlt = line("The image in words", 200);
const description = {
  ...text("For search engines", 300),
  hint: "What a search engine shows below the page's name. Visitors of the page don't see it.",
};
const paragraphs = (label = "Paragraphs", least = 1) =>
  ({ kind: "lines", label, max: 1500, least, most: 20 }) as const;
const group = <const Fields extends object>(label: string, fields: Fields) =>
  ({ kind: "group", label, fields }) as const;
const entries = <const Fields extends object>(
  label: string,
  one: string,
  [least, most]: [least: number, most: number],
  fields: Fields,
) => ({ kind: "entries", label, one, least, most, fields }) as const;
const points = (label: string, most: number, one = "Point") =>
  entries(label, one, [1, most], { title: line("Title"), text: text("Text") });

const sections = (linked: Record<string, string>): FieldsOf<{ sections: LegalSection[] }> => ({
  sections: {
    ...entries("Sections", "Section", [1, 25], {
      title: line("Heading"),
      paragraphs: paragraphs(),
      points: paragraphs("List", 0),
    }),
    idFrom: "title",
    linked,
  },
});

/** The pages by the last part of their URL in the back office. */
export const wordsPages = {
  home: page("home", "Home", "/", home, {
    headline: { ...line("Headline", 120), hint: "Each sentence gets a line of its own." },
    lede,
    imageAlt,
    why: group("Why AAA", { title, points: points("Reasons", 6, "Reason") }),
    featured: group("Featured products", {
      title,
      lede: text(`Introduction while they are ${featuredNames.join(", ")}`, 400),
      ledeOfOthers: text("Introduction with any other products", 400),
    }),
    chart: group("Butcher's chart", { title, lede }),
    about: group("About us", { title, imageAlt, text: text("Text") }),
    callToAction: group("At the end", { title, text: text("Text") }),
  }),
  about: page("about", "Our Story", "/about", about, {
    title,
    lede,
    description,
    story: group("The story", {
      title: line("Heading, read by screen readers"),
      paragraphs: paragraphs(),
    }),
    images: entries("Three images", "Image", [3, 3], {
      alt: imageAlt,
      title: line("Title"),
      text: text("Text"),
    }),
    standards: group("Standards", { title, points: points("Standards", 12, "Standard") }),
    team: group("The crew", {
      title,
      lede,
      roles: entries("Jobs", "Job", [1, 15], {
        role: line("Job, or a name"),
        text: text("Text"),
      }),
    }),
    callToAction: group("At the end", { title, action: line("Button", 40) }),
  }),
  "why-aaa": page("why-aaa", "Why AAA?", "/why-aaa", whyAaa, {
    title,
    lede,
    description,
    scale: group("The grades", {
      title,
      text: text("Text"),
      caption: text("Below the drawings", 300),
    }),
    plates: group("What a cook notices", {
      A: text("A", 200),
      AA: text("AA", 200),
      AAA: text("AAA", 200),
      Prime: text("Prime", 200),
    }),
    graders: group("Who grades", { title, paragraphs: paragraphs() }),
    assessed: group("What is assessed", {
      title,
      text: text("Text"),
      points: points("Points", 12),
    }),
    ungraded: group("Ungraded beef", { title, text: paragraphs() }),
    limits: group("Limits of a grade", { title, text: text("Text") }),
    callToAction: group("At the end", { title }),
  }),
  cuts: page("cuts", "Cuts Guide", "/cuts", cutsGuide, {
    title,
    lede,
    description,
    intros: group(
      "Above each part's cuts",
      Object.fromEntries(guideTabs.map(({ id, label }) => [id, text(label, 500)])) as FieldsOf<
        typeof cutsGuide.intros
      >,
    ),
  }),
  faq: page(
    "faq",
    "FAQs",
    "/faq",
    faq,
    {
      title,
      lede: { ...lede, hint: "{count}, or {Count}, is how many questions there are." },
      description,
      questions: {
        ...entries("Questions", "Question", [1, 40], {
          question: line("Question", 200),
          answer: text("Answer", 2000),
          more: { kind: "link", label: "Link below the answer" },
        }),
        idFrom: "question",
        linked: { shipping: "The cart" },
      },
      unanswered: group("Beside the questions", { title, text: text("Text", 300) }),
    },
    {
      names: ["count", "Count"],
      fill({ questions }) {
        const count = countInWords(questions.length);
        return { count, Count: count.slice(0, 1).toUpperCase() + count.slice(1) };
      },
    },
  ),
  wholesale: page("wholesale", "Wholesale", "/wholesale", wholesale, {
    title,
    lede,
    description,
    imageAlt,
    benefits: group("Benefits", { title, points: points("Benefits", 12, "Benefit") }),
    clients: group("Clients", {
      title,
      types: points("Kinds of clients", 10, "Kind of client"),
    }),
    steps: group("Steps", { title, points: points("Steps", 8, "Step") }),
    inquiry: group("Inquiry form", { title, text: text("Text") }),
    contact: group("At the end", { title, text: text("Text") }),
  }),
  contact: page("contact", "Contact", "/contact", contact, {
    title,
    lede,
    description,
    imageAlt,
    form: group("Message form", { title, text: text("Text") }),
    topics: group("Topics", { title, points: points("Topics", 9, "Topic") }),
    wholesale: group("For businesses", { title, text: text("Text") }),
  }),
  privacy: page("privacy", "Privacy Policy", "/privacy", privacy, {
    title,
    lede,
    description,
    ...sections({}),
  }),
  terms: page("terms", "Terms of Service", "/terms", terms, {
    title,
    lede,
    description,
    ...sections({ shipping: "The FAQ" }),
  }),
};

/** "eight", since small numbers are spelled out in running text; "13". */
function countInWords(count: number): string {
  const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return [...words, "ten", "eleven", "twelve"][count] ?? String(count);
}

export const allWordsPages: readonly WordsPage[] = Object.values<unknown>(
  wordsPages,
) as WordsPage[];

/** Returns the page that a URL names; null for anything else. */
export function wordsPageOf(name: string): WordsPage | null {
  const pages: Record<string, unknown> = wordsPages;
  return (ownEntry(pages, name) as WordsPage | undefined) ?? null;
}

/** Returns a page's fields, for code that works on any page. */
export function fieldsOf(page: WordsPage): AnyFields {
  return page.fields as unknown as AnyFields;
}
