import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";

/** Where each half of the inbox is kept. */
export const boxes = { messages: contactMessages, inquiries: wholesaleInquiries };
