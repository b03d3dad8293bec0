/** An open drawer that cash can be given back out of. */
export interface OpenDrawer {
  sessionId: string;
  number: number;
  name: string;
}

/** The answers to where the cash of a counted drawer is, with what the form sends for each. */
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
