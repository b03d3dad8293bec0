import { expect, it } from "vitest";
import { about } from "./about.ts";
import { contact } from "./contact.ts";
import { cutsGuide } from "./cuts-guide.ts";
import { faq } from "./faq.ts";
import { foodSafety } from "./food-safety.ts";
import { home } from "./home.ts";
import { privacy, terms } from "./legal.ts";
import { sampleCompany, sampleHours } from "./sample-company.ts";
import { wholesale } from "./wholesale.ts";
import { grades, whyAaa } from "./why-aaa.ts";

const pages = { about, contact, cutsGuide, foodSafety, privacy, terms, wholesale, whyAaa, grades };

/** All texts of a piece of content in one string. */
function wordsOf(content: unknown) {
  return JSON.stringify(content);
}

it("the FAQ answers eight questions with the owner's claims", () => {
  expect(faq.questions).toHaveLength(8);
  expect(new Set(faq.questions.map(({ id }) => id)).size).toBe(8);
  const statements: Record<string, RegExp[]> = {
    source: [/AAA-certified family farms/, /British Columbia/],
    hormones: [/no added hormones/, /steroids/],
    packaging: [/vacuum-sealed, flash-frozen and labelled/],
    keeping: [/6 to 12 months/],
    shipping: [
      /refrigerated/,
      /cold chain/,
      /most regions/,
      /1 to 2 business days/,
      /Monday to Friday/,
    ],
    pickup: [/wholesale clients only/],
    grade: [/top 2% of beef/],
    subscriptions: [/launching soon/],
  };
  for (const { id, answer } of faq.questions) {
    for (const statement of statements[id] ?? [/^unexpected$/]) expect(answer).toMatch(statement);
  }
});

it.each(Object.entries(pages))("%s repeats none of the owner's claims in the FAQ", (_, page) => {
  expect(wordsOf(page)).not.toMatch(
    /top \d+ ?%|certified|hormone|steroid|6 to 12 months|subscription/i,
  );
});

it.each(Object.entries({ ...pages, faq }))(
  "%s has no exclamation mark, promise or marketing phrase",
  (_, page) => {
    expect(wordsOf(page)).not.toMatch(/!|coming soon|lorem|world-class|passion/i);
  },
);

it.each(Object.entries({ ...pages, faq, home }))(
  "%s leaves the company's name, address and telephone number to the settings",
  (_, page) => {
    for (const own of [
      sampleCompany.shortName,
      sampleCompany.phone,
      sampleCompany.email,
      sampleCompany.address.street,
      sampleCompany.address.city,
    ]) {
      // The unit is a word of its own: "a hundredweight is a hundred pounds".
      expect(wordsOf(page)).not.toContain(own);
    }
  },
);

it("the legal texts have the required sections, and a deadline for returns", () => {
  const ids = [...privacy.sections, ...terms.sections].map(({ id }) => id);
  for (const id of ["collected", "used", "ordering", "shipping", "returns", "quality", "changes"]) {
    expect(ids).toContain(id);
  }
  const returns = wordsOf(terms.sections.find(({ id }) => id === "returns"));
  expect(returns).toMatch(
    /damaged, or is not what you ordered, tell us within 24 hours of delivery/,
  );
});

it("the sample hours are weekdays, Saturdays by appointment, and closed on Sundays", () => {
  expect(sampleHours.printed).toEqual([
    { days: "Monday to Friday", hours: expect.stringMatching(/^9.*5.*Pacific$/) },
    { days: "Saturday", hours: "By appointment" },
    { days: "Sunday", hours: "Closed" },
  ]);
});

it("the wholesale page names four types of clients", () => {
  const types = wholesale.clients.types.map(({ title }) => title);
  expect(types).toEqual(["Butchers", "Restaurants", "Grocers", "Meal prep"]);
});

it("the grades are in the order of the agency's marbling levels", () => {
  expect(grades.map(({ name, marbling }) => [name, marbling])).toEqual([
    ["A", "Traces"],
    ["AA", "Slight"],
    ["AAA", "Small"],
    ["Prime", "Slightly abundant"],
  ]);
});
