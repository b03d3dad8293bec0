import type { LotOption } from "#app/domain/lots/lots.ts";

/** Lots to choose in fields that take their names, each with what it is and how much is left. */
export function LotOptions({ id, lots }: { id: string; lots: readonly LotOption[] }) {
  return (
    <datalist id={id}>
      {lots.map(({ name, about }) => (
        <option key={name} value={name} label={about ? `${name}: ${about}` : undefined} />
      ))}
    </datalist>
  );
}
