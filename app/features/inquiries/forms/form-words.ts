import { type FormAnswer as Answer, invalidMessage } from "#app/lib/form/form-answer.ts";

/** The public forms. */
export type FormName = "contact" | "inquiry";

/** Messages for success and failure (specification, section 8). */
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
    // The specification has no message for it; modelled on the contact form's.
    failed: {
      title: "Inquiry failed",
      description: "There was an error sending your inquiry. Please try again.",
    },
  },
} as const;

/** Query parameter that makes the page confirm a form submitted without JavaScript. */
export const sentParameter = "sent";

/** Hidden field that identifies repeated submissions. */
export const sendingField = "sending";

/** The answer to a form that doesn't redirect. */
export interface FormAnswer extends Answer {
  /** Success: the page shows an empty form again. */
  sent?: boolean;
  /** General error, for a toast. */
  problem?: { title: string; description: string };
}

/** The answer to an invalid form. */
export function refusedAnswer(form: FormName, { errors, values }: Answer): FormAnswer {
  const { title } = formWords[form].failed;
  return { problem: { title, description: invalidMessage }, errors, values };
}
