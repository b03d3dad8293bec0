interface Question {
  /** The anchor: `/faq#shipping` opens that answer. */
  id: string;
  question: string;
  answer: string;
  more?: { to: string; label: string } | undefined;
}

/**
 * The answers are the owner's own claims. Those that differ from published figures are listed in
 * `claims.ts` and appear on no other page.
 */
const questions: Question[] = [
  {
    id: "source",
    question: "Where does your beef come from?",
    answer: "From AAA-certified family farms here in British Columbia.",
    more: { to: "/about", label: "Our story" },
  },
  {
    id: "hormones",
    question: "Are hormones or steroids used?",
    answer: "No. Our beef is raised with no added hormones and no added steroids.",
  },
  {
    id: "packaging",
    question: "How is the beef packed?",
    answer:
      "Every cut is vacuum-sealed, flash-frozen and labelled, so you know what is in the pack without opening it.",
  },
  {
    id: "keeping",
    question: "How long does it keep?",
    answer: "It lasts 6 to 12 months in the freezer, sealed in its pack.",
    more: { to: "/cuts#keeping", label: "Storing and thawing, cut by cut" },
  },
  {
    id: "shipping",
    question: "Where do you deliver, and how soon?",
    answer:
      "We ship across most regions of British Columbia by refrigerated delivery: the cold chain runs from our door to yours. Orders are processed in 1 to 2 business days and shipped Monday to Friday.",
    more: { to: "/terms#shipping", label: "More about shipping" },
  },
  {
    id: "pickup",
    question: "Can I pick up my order?",
    answer: "Local pickup is for wholesale clients only. All other orders are delivered.",
    more: { to: "/wholesale", label: "About wholesale" },
  },
  {
    id: "grade",
    question: "What does AAA mean?",
    answer: "AAA is the top 2% of beef, graded for its marbling.",
    more: { to: "/why-aaa", label: "How beef is graded" },
  },
  {
    id: "subscriptions",
    question: "Do you sell subscription boxes?",
    answer: "Subscription boxes are launching soon. Write to us, and we will tell you when.",
  },
];

export const faq = {
  title: "FAQs",
  lede: "{Count} questions that we are asked every week.",
  description:
    "Where our beef comes from, how it is packed, how long it keeps, where we deliver in British Columbia and how soon.",
  questions,
  unanswered: { title: "Don’t see your question?", text: "Call {phone} or write. We answer." },
};
