import { sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";

/** Percentage by which returned meat may weigh less than refused: it drips, and scales differ. */
const lossPct = 5;

/** Pounds of a line refused before handover; `truckLb` is the part weighed since. */
interface RefusedAtDoor {
  refusedLb: string;
  truckLb: string;
}

/** True if a loss, in hundredths of a lb, is plausible on the way back. */
export function isSlight(lost: number, { refusedLb }: Pick<RefusedAtDoor, "refusedLb">): boolean {
  return 100 * lost <= lossPct * toHundredthsLb(refusedLb);
}

/** Returns the hundredths of a lb of a refused line still to be weighed; 0 for a slight loss. */
export function awaitedOf(refused: RefusedAtDoor): number {
  const left = sumLb([refused.refusedLb, `-${refused.truckLb}`]);
  return left <= 0 || (Number(refused.truckLb) > 0 && isSlight(left, refused)) ? 0 : left;
}
