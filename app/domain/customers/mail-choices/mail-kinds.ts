/** Kinds of emails that a client may stop, by the path of their page. */
export const mailKinds = ["order-reminders", "fresh-sheets"] as const;

export type MailKind = (typeof mailKinds)[number];

/** In ms. The law requires at least 60 days after the email (CASL, section 11). */
export const stopLinkMs = 90 * 24 * 3_600_000;

export interface MailChoiceWords {
  title: string;
  /** The question to a client who gets them, and its button. */
  ask: string;
  stop: string;
  resume: string;
  stopped: string;
  /** Descriptions while subscribed, and while stopped. */
  wanted: string;
  refused: string;
  /** The answer to a mail program that unsubscribes automatically. */
  told: string;
  changed: string;
}

export const choiceWords: Record<MailKind, MailChoiceWords> = {
  "order-reminders": {
    title: "Reminders",
    ask: "Stop reminders?",
    stop: "Stop reminders",
    resume: "Remind me again",
    stopped: "No more reminders",
    wanted: "On the morning of your usual cut-off we write if we don't have your order yet.",
    refused: "We no longer remind you to order. Emails about your orders still come.",
    told: "You get no more reminders.",
    changed: "Reminders changed",
  },
  "fresh-sheets": {
    title: "Fresh sheet",
    ask: "Stop the fresh sheet?",
    stop: "Stop the fresh sheet",
    resume: "Send me the fresh sheet",
    stopped: "No more fresh sheets",
    wanted: "Now and then we write what is good this week, at your prices.",
    refused: "We don't send you the fresh sheet. Emails about your orders still come.",
    told: "You get no more fresh sheets.",
    changed: "Fresh sheet changed",
  },
};

export function kindAt(name: string): MailKind | null {
  return mailKinds.find((kind) => kind === name) ?? null;
}
