/** A lifecycle as data: its states, and what leads from one to another. */
export interface Lifecycle<State extends string, Doer extends string, Verb extends string> {
  /** Each state as people read it. One that is to come is drawn, and not in the database yet. */
  states: Record<State, { label: string; isToCome?: true }>;
  transitions: Record<Verb, Transition<State, Doer>>;
}

interface Transition<State extends string, Doer extends string> {
  from: readonly State[];
  to: State;
  who: readonly Doer[];
  /** The word of its audit entry; empty where others say it. */
  action: string;
  /** What happens with it, in words. */
  follows: string;
  /** Drawn for what is to come; nobody may do it yet. */
  isToCome?: true;
}

/** The changes of state that there are today, each as "from → to", in the order of the alphabet. */
export function changesOf<State extends string>({
  transitions,
}: Pick<Lifecycle<State, string, string>, "transitions">): string[] {
  const today = Object.values(transitions).filter(({ isToCome }) => !isToCome);
  const changes = today.flatMap(({ from, to }) =>
    from.filter((one) => one !== to).map((one) => `${one} → ${to}`),
  );
  return [...new Set(changes)].sort();
}

/** A state within a sentence: "awaiting payment". */
export function stateInWords<State extends string>(
  { states }: Pick<Lifecycle<State, string, string>, "states">,
  state: State,
): string {
  return states[state].label.toLowerCase();
}
