import {
  type FormAnswer as Answer,
  invalidMessage,
  trapField,
} from "#app/lib/form/submitted-form.ts";
import type { RobotSign } from "#db/schema/values/inquiries.ts";

export type FormName = "contact" | "inquiry" | "waitlist" | "backInStock";

export const formWords = {
  contact: {
    sent: {
      title: "Message sent",
      description: "Thank you for contacting us. We'll get back to you shortly.",
    },
    failed: {
      title: "Message failed",
      description: "There was an error sending your message. Please try again.",
    },
  },
  inquiry: {
    sent: {
      title: "Inquiry Submitted",
      description: "We'll be in touch with you shortly to discuss your wholesale needs.",
    },
    failed: {
      title: "Inquiry failed",
      description: "There was an error sending your inquiry. Please try again.",
    },
  },
  waitlist: {
    sent: {
      title: "We will tell you",
      description: "We’ll email you once, when we start delivering to your postal code.",
    },
    failed: {
      title: "That didn’t go through",
      description: "There was an error noting your address. Please try again.",
    },
  },
  backInStock: {
    sent: {
      title: "We will tell you",
      description: "We’ll email you once, when it can be ordered again.",
    },
    failed: {
      title: "That didn’t go through",
      description: "There was an error noting your address. Please try again.",
    },
  },
} as const;

/** Query parameter that makes the page confirm a form submitted without JavaScript. */
export const sentParameter = "sent";

/** Hidden field that identifies repeated submissions. */
export const sendingField = "sending";

export interface FormAnswer extends Answer {
  /** The page then shows an empty form. */
  sent?: boolean;
  problem?: { title: string; description: string };
}

/** The answer to an invalid form. */
export function refusedAnswer(form: FormName, { errors, values }: Answer): FormAnswer {
  const { title } = formWords[form].failed;
  return { problem: { title, description: invalidMessage }, errors, values };
}

/** Milliseconds that the form was open in the browser; empty without JavaScript. */
export const openForField = "openFor";

/** Milliseconds; nobody fills in these forms faster, not even with autofill. */
const shortestMs = 2000;

/**
 * Detects bots, which fill in the honeypot or submit too fast; null for a person. The time comes
 * from the browser, because pages are cached and the same for everyone. Without it, only the
 * honeypot and the rate limits apply.
 */
export function botSign(fields: Record<string, string>): RobotSign | null {
  if (fields[trapField]) return "trap";
  const openFor = fields[openForField];
  if (!openFor) return null;
  // Our page never writes anything but a number.
  return Number(openFor) >= shortestMs ? null : "haste";
}
