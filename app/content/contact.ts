/** The contact page's text; address, telephone and hours are settings. */
export const contact = {
  title: "Contact",
  description:
    "Call {phone} or write to {name} in {city}, BC: address, opening hours, and how to get help quickly.",
  lede: "Call about anything that cannot wait, write about everything else. Whoever answers knows the beef.",
  imageAlt: "An order slip with a few lines filled in and a pencil lying on it",
  form: {
    title: "Write to us",
    text: "Whatever you write is read by a person, and that person answers.",
  },
  topics: {
    title: "Help us help you faster",
    points: [
      {
        title: "Something is wrong with an order",
        text: "Tell us within 24 hours of delivery, with the order number and, if you can, a photograph of the pack.",
      },
      {
        title: "A cut that is not in the shop",
        text: "Name it, and say how much and for when. If the animal has it, we can usually cut it.",
      },
      {
        title: "A visit",
        text: "Saturdays are by appointment, so call before you set out.",
      },
    ],
  },
  wholesale: {
    title: "Buying for a business?",
    text: "Butchers, restaurants, grocers and meal-prep firms have a page of their own.",
  },
};
