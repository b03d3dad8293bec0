import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";

/** The table of each half of the inbox. */
export const boxes = { messages: contactMessages, inquiries: wholesaleInquiries };
