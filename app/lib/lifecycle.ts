/** A lifecycle as data: its states and transitions. */
export interface Lifecycle<State extends string, Doer extends string, Verb extends string> {
  /** Each state's label. Planned ones are drawn, but not in the database yet. */
  states: Record<State, { label: string; isToCome?: true }>;
  transitions: Record<Verb, Transition<State, Doer>>;
}

interface Transition<State extends string, Doer extends string> {
  from: readonly State[];
  to: State;
  who: readonly Doer[];
  /** The action of its audit entry; empty if others log it. */
  action: string;
  follows: string;
  /** Planned: drawn, but not possible yet. */
  isToCome?: true;
}

/** Returns today's state changes, each as "from → to", sorted alphabetically. */
export function changesOf<State extends string>({
  transitions,
}: Pick<Lifecycle<State, string, string>, "transitions">): string[] {
  const today = Object.values(transitions).filter(({ isToCome }) => !isToCome);
  const changes = today.flatMap(({ from, to }) =>
    from.filter((one) => one !== to).map((one) => `${one} → ${to}`),
  );
  return [...new Set(changes)].sort();
}

export function stateInWords<State extends string>(
  { states }: Pick<Lifecycle<State, string, string>, "states">,
  state: State,
): string {
  return states[state].label.toLowerCase();
}
