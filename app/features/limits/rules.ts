import { networkOf } from "./network.ts";
import type { Count } from "./rate-rule.ts";

// How often what may be done, by whom. Generous towards networks, behind which a whole office may
// sit; the numbers per account are what nobody reaches by hand. Those of the public forms stand
// beside them (routes/storefront/receive-form), that of the search in search-limit.ts.

const minute = 60;
const hour = 60 * minute;

/**
 * Attempts to sign in that fail; who succeeds takes theirs back. Guesses at one account from one
 * network end soon. Those from everywhere have a higher number, since whoever made it be reached
 * would shut the owner out; to them a mailed link stays open.
 *
 * @param email normalised
 */
export function signInCounts(clientAddress: string, email: string): Count[] {
  const network = networkOf(clientAddress);
  const guesses = { name: "sign-in by account and network", times: 10, seconds: 15 * minute };
  return [
    [{ name: "sign-in by network", times: 60, seconds: 15 * minute }, network],
    [guesses, `${email}\0${network}`],
    [{ name: "sign-in by account", times: 100, seconds: hour }, email],
  ];
}

/** New accounts; the address also because it may get a mail each time. */
export function signUpCounts(clientAddress: string, email: string): Count[] {
  return [
    [{ name: "sign-up by network", times: 60, seconds: hour }, networkOf(clientAddress)],
    [{ name: "sign-up by account", times: 6, seconds: hour }, email],
  ];
}

/** Mails with a link to choose a new password. */
export function recoverCounts(clientAddress: string, email: string): Count[] {
  return [
    [{ name: "recover by network", times: 40, seconds: hour }, networkOf(clientAddress)],
    [{ name: "recover by account", times: 6, seconds: hour }, email],
  ];
}

/** Wrong guesses at the password of the account that one is signed in to. */
export function passwordChangeCounts(userId: string): Count[] {
  return [[{ name: "password change", times: 10, seconds: 15 * minute }, userId]];
}

/** Orders; a kitchen places a few a day, and a script of theirs that has gone mad is told so. */
export function orderCounts(clientAddress: string, userId: string): Count[] {
  return [
    [{ name: "order by network", times: 600, seconds: 10 * minute }, networkOf(clientAddress)],
    [{ name: "order by account", times: 120, seconds: 10 * minute }, userId],
  ];
}

/** Pictures: a day's photographs at once, and not a disk full of them. */
export function uploadCounts(clientAddress: string, userId: string): Count[] {
  return [
    [{ name: "upload by network", times: 1_200, seconds: hour }, networkOf(clientAddress)],
    [{ name: "upload by account", times: 600, seconds: hour }, userId],
  ];
}
