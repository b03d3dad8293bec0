/** The two public forms that reach somebody. */
export type FormName = "contact" | "inquiry";

/** What is said when one was sent, and when it could not be (specification, section 8). */
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
    // The catalogue has no words for it; these follow those of the contact form.
    failed: {
      title: "Inquiry failed",
      description: "There was an error sending your inquiry. Please try again.",
    },
  },
} as const;

/** Leads back to the page of a form that was sent without JavaScript, which says so. */
export const sentParameter = "sent";

/** The hidden field by which a form that arrives twice is known. */
export const sendingField = "sending";

/** What one of these forms answers when its page stays. */
export interface FormAnswer {
  /** It went well, and the page shows an empty form again. */
  sent?: boolean;
  /** What went wrong as a whole. */
  problem?: { title: string; description: string };
  /** What is wrong with a field, by its name. */
  errors?: Record<string, string[] | undefined>;
  /** What was typed; a page without JavaScript shows it again. */
  values?: Record<string, string>;
}
