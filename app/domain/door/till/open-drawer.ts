import { formatDateTime } from "#app/lib/dates.ts";

export interface OpenDrawer {
  sessionId: string;
  number: number;
  name: string;
}

/** A drawer by its till and its opening: a till has several one after the other. */
export interface NamedDrawer {
  number: number;
  name: string;
  openedAt: Date;
}

/** Returns "till 2 (By the door), opened on Nov 28, 2026, 8:00 a.m.". */
export const drawerInWords = ({ number, name, openedAt }: NamedDrawer): string =>
  `till ${number} (${name}), opened on ${formatDateTime(openedAt)}`;

/** Returns the options for where the cash of a counted drawer is, with their submitted values. */
export function cashChoices(drawers: readonly OpenDrawer[]): [value: string, text: string][] {
  return [
    ...drawers.map(({ sessionId, number, name }): [string, string] => [
      sessionId,
      `Given back out of till ${number}: ${name}`,
    ]),
    ["never received", "It was never received"],
    ["still here", "It stays here, to be recorded for something else"],
  ];
}

/** Returns the options for an open till to count money with, or none. */
export function tillChoices(drawers: readonly OpenDrawer[]): [value: string, text: string][] {
  return [
    ["", "No till"],
    ...drawers.map(({ sessionId, number, name }): [string, string] => [
      sessionId,
      `Till ${number}: ${name}`,
    ]),
  ];
}
