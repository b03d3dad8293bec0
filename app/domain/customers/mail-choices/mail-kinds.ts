/** Mails that a client may stop, by the path of the page where that is done. */
export const mailKinds = ["order-reminders", "fresh-sheets"] as const;

export type MailKind = (typeof mailKinds)[number];

/**
 * How long a mailed link that stops a kind of mails works, in ms. The law asks for 60 days at least
 * after the mail (CASL, section 11).
 */
export const stopLinkMs = 90 * 24 * 3_600_000;

/** What is said of each kind where a client stops or resumes it. */
export interface MailChoiceWords {
  title: string;
  /** The question of a client who gets them, and how it is answered. */
  ask: string;
  stop: string;
  resume: string;
  stopped: string;
  /** What one gets, and what one has stopped. */
  wanted: string;
  refused: string;
  /** For a mail program that stops them by itself. */
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

/** The kind that an address is about; null for another one. */
export function kindAt(name: string): MailKind | null {
  return mailKinds.find((kind) => kind === name) ?? null;
}
