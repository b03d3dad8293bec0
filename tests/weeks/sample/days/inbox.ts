import { receiveMessage } from "#app/features/inquiries/contact.server.ts";
import { markHandled } from "#app/features/inquiries/inbox/inbox-status.server.ts";
import { receiveInquiry } from "#app/features/inquiries/inquiries.server.ts";
import { daysBetween } from "../../pencil/days.ts";
import type { Life, Task } from "./life.ts";
import { shop } from "./life.ts";

/** By day received, from the last Monday; the last ones are unanswered. */
const messages = [
  { on: -40, name: "Uma Sample", message: "Do you sell half a side? We have a chest freezer." },
  {
    on: -26,
    name: "Vic Sample",
    message: "How long does a dry-aged striploin keep in the fridge?",
  },
  { on: -11, name: "Wren Sample", message: "Could I fetch an order on a Saturday afternoon?" },
  { on: -3, name: "Xan Sample", message: "Is the tallow from your trim for sale? I make soap." },
  {
    on: 0,
    name: "Yuki Sample",
    message: "We are twelve people at a cabin for New Year. How much prime rib would you roast?",
  },
];

const inquiries = [
  {
    businessType: "restaurant",
    on: -33,
    company: "Sample Brewery",
    contact: "Zoe Sample",
    weeklyVolume: "60 lb",
    notes: "Burgers and short ribs, from spring on.",
  },
  {
    businessType: "grocery",
    on: -2,
    company: "Sample Deli",
    contact: "Abe Sample",
    weeklyVolume: "about 100 lb",
    notes: "Brisket for pastrami, whole, every week.",
  },
] as const;

/** Receives a day's messages, which the owner answers soon, except in the last days. */
export function inbox(life: Life): Task[] {
  const { db, owner, today, lastMonday } = life;
  const day = daysBetween(lastMonday, today);
  const tasks: Task[] = [];
  const isAnswered = day < -5;
  for (const { on, ...form } of messages.filter((one) => one.on === day)) {
    const email = `${form.name.toLowerCase().replace(" ", ".")}@example.com`;
    const sending = { key: crypto.randomUUID(), shop, robotSign: null };
    const does = async () => {
      const id = await receiveMessage(db, { ...form, email }, sending);
      if (!isAnswered || id === null) return;
      await life.pass(90);
      await markHandled(db, owner, { box: "messages", id });
    };
    tasks.push({ at: 7 * 60 + 35, kind: "message", does });
  }
  for (const { on, ...form } of inquiries.filter((one) => one.on === day)) {
    const email = `${form.contact.toLowerCase().replace(" ", ".")}@example.com`;
    const sending = { key: crypto.randomUUID(), shop, robotSign: null };
    const wanted = { ...form, email, phone: "604-555-0180", delivery: "delivery" as const };
    const does = async () => {
      const id = await receiveInquiry(db, wanted, sending);
      if (!isAnswered || id === null) return;
      await life.pass(60);
      await markHandled(db, owner, { box: "inquiries", id });
    };
    tasks.push({ at: 19 * 60, kind: "inquiry", does });
  }
  return tasks;
}
