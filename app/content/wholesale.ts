export const wholesale = {
  title: "Wholesale",
  description:
    "AAA Canadian beef for butchers, restaurants, grocers and meal-prep firms in British Columbia: what you get, and how an account works.",
  lede: "AAA beef by the pound for people who serve, sell or pack it. One account, the whole animal, and a person at the block who knows your order.",
  imageAlt: "A tied prime rib roast beside rows of striploin steaks cut to one thickness",
  benefits: {
    title: "What you get",
    points: [
      {
        title: "One grade, every week",
        text: "Canada AAA, so that the striploin on Friday’s menu is the one you tasted on Monday.",
      },
      {
        title: "Exact weights",
        text: "Order in pounds and fractions of a pound. The price per pound is on the screen before you order.",
      },
      {
        title: "Orders at any hour",
        text: "Place an order after service. We process it in 1 to 2 business days and ship Monday to Friday.",
      },
      {
        title: "Pickup, if you like",
        text: "Wholesale clients may pick up in person, or have orders delivered cold across most of British Columbia.",
      },
      {
        title: "Paperwork in order",
        text: "Every order and every invoice stays in your account, the invoices as PDFs for your bookkeeper.",
      },
      {
        title: "The whole animal",
        text: "From tenderloin to oxtail. Ask for a thickness, a trim or a portion weight, and ask early.",
      },
    ],
  },
  clients: {
    title: "Who we cut for",
    types: [
      {
        title: "Butchers",
        text: "Cuts for a counter of your own, trimmed as closely as you like.",
      },
      {
        title: "Restaurants",
        text: "Portioned steaks to one weight, roasts tied, trim as you specify.",
      },
      {
        title: "Grocers",
        text: "Sealed, labelled retail cuts and ground beef, ready for the freezer case.",
      },
      {
        title: "Meal prep",
        text: "Cubes, strips and grinds in the same size every time, by the case.",
      },
    ],
  },
  steps: {
    title: "How it works",
    points: [
      {
        title: "Open an account",
        text: "Company name, email and a password. It takes a minute.",
      },
      {
        title: "Place your order",
        text: "Choose cuts and pounds, add a note about trim or timing, and send it.",
      },
      {
        title: "We cut and pack",
        text: "In 1 to 2 business days, then it ships, or waits for you to pick it up.",
      },
      {
        title: "Your invoice follows",
        text: "It appears in your account as soon as the order is packed.",
      },
    ],
  },
  inquiry: {
    title: "Ask us about wholesale",
    text: "Tell us what you serve or sell and how much of it. We will tell you what we can do and, if it suits you, open an account.",
  },
  contact: {
    title: "Rather talk first?",
    text: "Tell us what you serve and how many pounds a week you go through. We will tell you straight whether we can keep up.",
  },
};
