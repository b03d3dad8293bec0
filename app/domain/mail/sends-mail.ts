import { createContext, use } from "react";

/** Replaces a promise of mail in a shop that sends none. */
export const noMailGoesOut = "This shop can’t send email yet, so nobody is emailed: call them.";

/** True if emails leave the shop; without a mail server they become files that nobody gets. */
export const sendsMail = ({ mailFolder }: { mailFolder: string | null }): boolean =>
  mailFolder === null;

/** Returns a promise of mail if emails leave the shop, else what staff do instead. */
const ifMailed = (sends: boolean, promise: string, otherwise: string = noMailGoesOut) =>
  sends ? promise : otherwise;

/** Provided by the frame of the back office and the driver's page. */
export const SendsMail = createContext(true);

/** As `ifMailed`, on a page of staff or of a driver. */
export function useIfMailed(): (promise: string, otherwise?: string) => string {
  const sends = use(SendsMail);
  return (promise, otherwise) => ifMailed(sends, promise, otherwise);
}
