/**
 * A statement or assumption of the shop that only its owner can vouch for. The Competition Act
 * (section 74.01) and the Food and Drugs Act (section 5) require sellers to be able to prove such
 * statements. The sources were read in archived copies; check the live pages again.
 */
export interface Claim {
  /** Key of the stored confirmation; never change it. */
  id: string;
  kind: "differs" | "proof";
  claim: string;
  /** Where it is published; when these texts change, it must be confirmed again. */
  where: ClaimPlace[];
  /** The published statement, or the evidence to have at hand. */
  confirm: string;
  source: string;
  /** The shop's settings to show beside the claim. */
  beside?: ClaimFacts[];
  /** True if the claim must hold whatever the texts say: rewriting them doesn't withdraw it. */
  isOfAnyWords?: boolean;
  /** True if the claim is about a new shop's products: without them, it isn't made. */
  isOfOpeningCatalogue?: boolean;
}

export type ClaimFacts = "zones" | "pickups" | "labels";

export type ClaimPlace =
  /** A page's texts, by path; an entry with an anchor, by the anchor. */
  | { page: string; path?: string }
  | { company: "blurb" | "tagline" }
  | { documents: "paymentDays" | "taxNumber" | "waysToPay" | "returns" }
  /** A part of the program, by its everyday name; only a new version changes it. */
  | { program: string };

const question = (id: string): ClaimPlace => ({ page: "faq", path: `questions.${id}` });
const section = (page: "privacy" | "terms", id: string): ClaimPlace => ({
  page,
  path: `sections.${id}`,
});

export const claims: readonly Claim[] = [
  {
    id: "top-2-percent",
    kind: "differs",
    claim: "“AAA is the top 2% of beef”",
    where: [question("grade")],
    confirm:
      "AAA is a common grade: “more than half” of Alberta's fed cattle in March 2007, 47% of carcasses in a later report. Canada Prime, the grade above it, was 2.3% in 2017. The 2% is probably Prime's.",
    source:
      "Western Producer Livestock Report, March 29, 2007 (Canfax); Canadian Cattlemen, “That's a question one of Canada's biggest beef buyers is asking”; canada123.net, “About Canadian Beef Grades” (2017 figures)",
  },
  {
    id: "certified-farms",
    kind: "differs",
    claim: "“AAA-certified family farms”",
    where: [question("source")],
    confirm: "Carcasses are graded, one by one, after slaughter. No farm is certified AAA.",
    source: "Canadian Beef Grading Agency, “Beef Grading”, beefgradingagency.ca",
  },
  {
    id: "freezer-months",
    kind: "differs",
    claim: "“It lasts 6 to 12 months in the freezer”",
    where: [question("keeping")],
    confirm:
      "Steaks and roasts 10 to 12 months, ground beef 2 to 3 months, for quality. The cuts guide shows these, and the answer links to them.",
    source: "Health Canada, “Safe food storage”, canada.ca",
  },
  {
    id: "no-added-hormones",
    kind: "proof",
    claim: "“no added hormones and no added steroids”",
    where: [question("hormones")],
    confirm:
      "Records of every supplier. Hormones occur naturally in all beef, so only “added” is claimed.",
    source: "Canadian Food Inspection Agency, “Method of production claims on food labels”",
  },
  {
    id: "bc-farms",
    kind: "proof",
    claim: "Beef from family farms in British Columbia",
    where: [question("source"), { company: "blurb" }, { page: "home", path: "about.text" }],
    confirm:
      "Where each animal was raised, and where it was graded: the agency works in inspected plants, many of them in Alberta.",
    source: "Suppliers",
  },
  {
    id: "triple-quality",
    kind: "proof",
    claim: "“Triple the Quality. Half the Price.”",
    where: [{ page: "home", path: "headline" }],
    confirm:
      "What both are compared with. A comparison of prices is a representation to the public.",
    source: "Competition Act, section 74.01",
  },
  {
    id: "cut-by-hand",
    kind: "proof",
    claim: "Cut by hand, sides bought whole, aged where it should be",
    where: [
      { page: "home", path: "lede" },
      { page: "home", path: "why.points" },
      { page: "home", path: "about.text" },
      { page: "about" },
    ],
    confirm: "Whether this is how the shop works.",
    source: "The owner",
  },
  {
    id: "cold-chain",
    kind: "proof",
    claim: "Refrigerated, cold-chain delivery of flash-frozen packs, across most regions",
    where: [
      question("shipping"),
      question("packaging"),
      section("terms", "shipping"),
      section("terms", "quality"),
      { page: "wholesale", path: "benefits.points" },
    ],
    confirm: "Which carrier, which regions, and whether it is frozen or refrigerated on the way.",
    beside: ["zones", "labels"],
    source: "The carrier",
  },
  {
    id: "processing-days",
    kind: "proof",
    claim: "Orders processed in 1 to 2 business days, shipped Monday to Friday",
    where: [
      question("shipping"),
      section("terms", "shipping"),
      { page: "wholesale", path: "benefits.points" },
      { page: "wholesale", path: "steps.points" },
    ],
    confirm: "Whether it holds in December.",
    beside: ["zones"],
    source: "The owner",
  },
  {
    id: "ships-across-bc",
    kind: "proof",
    claim: "“We currently ship across British Columbia”",
    where: [section("terms", "shipping"), { program: "the cart" }],
    confirm: "That every address in the province can be served, or what is done about the others.",
    beside: ["zones"],
    source: "The owner",
  },
  {
    id: "pickup-for-wholesale",
    kind: "proof",
    claim: "“Local pickup is for wholesale clients only”",
    where: [question("pickup"), section("terms", "shipping")],
    confirm: "Who may pick up, and where.",
    beside: ["pickups"],
    source: "The owner",
  },
  {
    id: "packed-frozen",
    kind: "proof",
    claim: "Every pack vacuum-sealed, flash-frozen and labelled",
    where: [
      question("packaging"),
      section("terms", "quality"),
      { page: "about", path: "standards.points" },
      { program: "product pages" },
    ],
    confirm: "Whether everything is frozen, and what its label says of keeping it.",
    beside: ["labels"],
    source: "The owner",
  },
  {
    id: "subscriptions",
    kind: "proof",
    claim: "“Subscription boxes are launching soon”",
    where: [question("subscriptions")],
    confirm: "A date, or take the question out.",
    source: "The owner",
  },
  {
    id: "damage-24-hours",
    kind: "proof",
    claim: "Damage or error told within 24 hours is replaced or refunded",
    where: [
      section("terms", "returns"),
      { page: "about", path: "standards.points" },
      { documents: "returns" },
    ],
    confirm: "That this is the policy.",
    source: "The owner",
  },
  {
    id: "who-does-what",
    kind: "proof",
    claim: "Jobs, but no names, under “Who does what”",
    where: [{ page: "about", path: "team" }],
    confirm: "Names of those who want to be named.",
    source: "The owner",
  },
  {
    id: "cooking-times",
    kind: "proof",
    claim: "Cooking times and chef's targets",
    where: [{ program: "the cuts guide" }],
    confirm:
      "Cook's practice, not a standard; whole cuts often below Health Canada's 63 °C, which stands beside each.",
    source: "Health Canada, “Safe cooking temperatures”, canada.ca",
  },
  {
    id: "privacy-and-terms",
    kind: "proof",
    claim: "Privacy policy and terms",
    where: [{ page: "privacy" }, { page: "terms" }],
    isOfAnyWords: true,
    confirm: "A lawyer's look; the record-keeping period (six years) with the accountant.",
    source: "Personal Information Protection Act (BC); Canada Revenue Agency",
  },
  {
    id: "invoice-terms",
    kind: "proof",
    claim: "Invoices: when payment is due, how to pay, and the GST number",
    where: [{ documents: "paymentDays" }, { documents: "waysToPay" }, { documents: "taxNumber" }],
    isOfAnyWords: true,
    confirm:
      "The terms. The number, once registered: zero-rated sales count towards the $30,000 from which one must be.",
    source: "Excise Tax Act, sections 148 and 240; the accountant",
  },
  {
    id: "french-labels",
    kind: "proof",
    claim: "Labels: “Empaqueté le”, “Garder réfrigéré / congelé”, common names in English alone",
    where: [{ program: "pack labels" }],
    confirm:
      "The French words in the live regulation; French common names, or that what is sold is “local food”.",
    source: "Safe Food for Canadians Regulations, sections 244.1, 286; CFIA, labelling",
  },
  {
    id: "weight-promise",
    kind: "proof",
    claim:
      "“You pay for the weight we pack, at most …”: 10% above the estimate unless you set another tolerance, or a product has its own",
    where: [{ program: "product pages, orders and the scale" }],
    confirm: "That the owner keeps the promise at the scale, and the percentage.",
    source: "The owner",
  },
  {
    id: "piece-weights",
    kind: "proof",
    claim: "Typical weights of pieces in the opening catalogue, and how thick its steaks are cut",
    where: [{ program: "products" }],
    isOfOpeningCatalogue: true,
    confirm: "Weigh and measure some of each; the estimate and the promise follow from them.",
    source: "The owner",
  },
  {
    id: "fee-tax",
    kind: "proof",
    claim:
      "Delivery fees are taxed as the goods of the order, at 0% on beef, unless the zone says GST",
    where: [{ program: "delivery zones" }],
    confirm: "Whether the fee is part of the supply of the goods or one of its own, at 5%.",
    source: "Excise Tax Act, sections 138 and 165; the accountant",
  },
  {
    id: "accounting-files",
    kind: "proof",
    claim: "Heads of the files for QuickBooks Online and Xero",
    where: [{ program: "the files for accounting" }],
    confirm:
      "Import one batch into a test company; how credit notes are taken. Templates change without notice.",
    source: "Intuit community thread 394876 (en-ca); Xero's template for sales invoices",
  },
  {
    id: "holidays",
    kind: "proof",
    claim: "The eleven statutory holidays of British Columbia",
    where: [{ program: "delivery days" }],
    confirm: "That none was added, and which the shop keeps. None is moved from a weekend.",
    source: "Employment Standards Act (BC), section 1; Holidays Act (Canada)",
  },
];

/** Pending changes in the law. */
export const changesToWatch = [
  "The grading agency proposed in March 2026 to acknowledge marbling levels within AAA and Prime (perishablenews.com, March 10, 2026). If it is adopted, Why AAA? gets a sentence more.",
];
