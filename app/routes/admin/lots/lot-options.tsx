import type { LotOption } from "#app/domain/lots/lots.ts";

/** Suggestions for fields with lot names, each with its product and what is left. */
export function LotOptions({ id, lots }: { id: string; lots: readonly LotOption[] }) {
  return (
    <datalist id={id}>
      {lots.map(({ name, about }) => (
        <option key={name} value={name} label={about ? `${name}: ${about}` : undefined} />
      ))}
    </datalist>
  );
}
