/**
 * Text of the page "Why AAA?" about grading. The rules are the Canadian Beef Grading Agency's, from
 * "Beef, Bison and Veal Carcass Grade Requirements" (marbling levels, criteria) and its pages on
 * how beef is graded. Ungraded beef must be labelled as ungraded by section 306 of the Safe Food
 * for Canadians Regulations, as the Canadian Food Inspection Agency explains.
 */
export interface Grade {
  name: "A" | "AA" | "AAA" | "Prime";
  /** The minimum marbling, in the agency's words. */
  marbling: string;
}

/** The four high-quality grades, from least to most marbling. */
export const grades: Grade[] = [
  {
    name: "A",
    marbling: "Traces",
  },
  {
    name: "AA",
    marbling: "Slight",
  },
  {
    name: "AAA",
    marbling: "Small",
  },
  {
    name: "Prime",
    marbling: "Slightly abundant",
  },
];

export const whyAaa = {
  title: "Why AAA?",
  description:
    "What A, AA, AAA and Prime mean, who decides, what a grader looks at, and what you do not know about ungraded beef.",
  lede: "Because the letters are not ours. A trained grader who doesn't work for us looks at the meat and says what it is. Here is how that is done.",
  scale: {
    title: "Four grades, told apart by marbling",
    text: "Marbling is the fat within the muscle. It melts while the meat cooks, and carries flavour and moisture with it. The agency sets the minimum that each grade must show.",
    caption:
      "Illustrations only, to show the order. Graders judge by reference standards, not by drawings.",
  },
  /** How each of `grades` cooks and eats. */
  plates: {
    A: "Lean. Best sliced thin, or cooked slowly with a sauce.",
    AA: "Everyday beef. Cook it briefly, rest it, slice it across the grain.",
    AAA: "Fat through the whole cut: it bastes itself and forgives mistakes.",
    Prime: "The most marbling of all. Scarce, rich, and priced for it.",
  },
  graders: {
    title: "Who grades",
    paragraphs: [
      "The Canadian Beef Grading Agency, a private, not-for-profit corporation. Its requirements are the national ones, and its graders are trained, examined and audited.",
      "A carcass is graded once it has passed inspection for food safety and been chilled. It is cut between the twelfth and thirteenth rib, and the grader reads the face of the ribeye.",
    ],
  },
  assessed: {
    title: "What has to be right",
    text: "Each of these has its own minimum. A carcass that misses one is not A, AA, AAA or Prime, however good the rest.",
    points: [
      { title: "Age", text: "A young animal, judged by how far the cartilage has turned to bone." },
      { title: "Muscling", text: "From good, with some deficiencies, to excellent." },
      { title: "Colour", text: "Bright red meat. Dark cutters are out." },
      { title: "Texture", text: "Firm to the touch ten minutes after the cut." },
      { title: "Fat", text: "Firm, white to slightly amber, at least 2 mm deep." },
      {
        title: "Marbling",
        text: "Fat within the ribeye: the one point on which the four grades differ.",
      },
    ],
  },
  ungraded: {
    title: "Ungraded means unknown",
    text: [
      "Grading is voluntary in Canada. Beef that crosses a provincial border without a grade has to be labelled as ungraded; at a counter, you may have to ask.",
      "Ungraded beef has been inspected, and it is as safe as any other. It may be superb. But nobody independent has looked at its age, its colour or its marbling, and you learn which it is when you cut into it.",
    ],
  },
  limits: {
    title: "What a grade does not say",
    text: "Not the breed, not the feed, not the farm, not how long it was aged, and not how it was cut. Those are the butcher’s to answer for. Ask us.",
  },
  callToAction: { title: "Now you know what to look for." },
};

export const gradeSources = [
  { label: "Canadian Beef Grading Agency", href: "https://beefgradingagency.ca/" },
  {
    label: "How beef is graded",
    href: "https://beefgradingagency.ca/livestock-grading-in-canada/beef-grading/",
  },
  {
    label: "Canadian Food Inspection Agency: grade names on labels",
    href: "https://www.inspection.gc.ca/food-label-requirements/labelling/industry/meat-and-poultry-products/eng/1393979114983/1393979162475?chap=12",
  },
];
