import { newsWaitMinutes } from "#app/domain/mail/mail.ts";
import { noMailGoesOut } from "#app/domain/mail/sends-mail.ts";

/**
 * Returns e.g. "The clients of 3 orders get an email with their new day in about 5 minutes. The
 * client of 1 order can’t be emailed: call them."
 */
export function toldOfMoveInWords(
  { told, untold }: { told: number; untold: number },
  sends = true,
): string {
  if (!sends) return noMailGoesOut;
  const mailed = `${told === 1 ? "The client of 1 order gets" : `The clients of ${told} orders get`} an email with their new day in about ${newsWaitMinutes} minutes.`;
  const unreached = `${untold === 1 ? "The client of 1 order" : `The clients of ${untold} orders`} can’t be emailed: call them.`;
  return [told > 0 && mailed, untold > 0 && unreached].filter(Boolean).join(" ");
}
