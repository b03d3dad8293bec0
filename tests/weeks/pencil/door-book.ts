/** Money that drivers take at the door, and a run's expected cash (trade.md 14). */
import type { Books } from "./books.ts";
import { inCash, sum } from "./sums.ts";

export type DoorMethod = "cash" | "cheque" | "terminal";

export interface DoorReceipt {
  run: string;
  stop: string;
  method: DoorMethod;
  /** Amount handed to the driver. */
  cents: number;
  /** The resulting payment, or the one that the office had typed for it. */
  payment: string;
}

export class DoorBook {
  readonly #receipts: DoorReceipt[] = [];
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  took(receipt: DoorReceipt): void {
    this.#receipts.push(receipt);
  }

  /** Returns receipts whose payment wasn't reversed. */
  of(where: Partial<Pick<DoorReceipt, "run" | "stop">>): DoorReceipt[] {
    return this.#receipts.filter(
      ({ run, stop, payment }) =>
        (where.run === undefined || where.run === run) &&
        (where.stop === undefined || where.stop === stop) &&
        !this.#books.credit(payment).reversed,
    );
  }

  /** True if the payment already has a driver's receipt. */
  isTaken(payment: string): boolean {
    return this.#receipts.some((receipt) => receipt.payment === payment);
  }

  /** Returns a run's receipts by payment method. */
  taken(run: string): Record<DoorMethod, number> {
    const of = (method: DoorMethod) =>
      sum(
        this.of({ run })
          .filter((one) => one.method === method)
          .map(({ cents }) => cents),
      );
    return { cash: of("cash"), cheque: of("cheque"), terminal: of("terminal") };
  }
}

/** The amount asked for: only cash is rounded. */
export function askedAtDoor(due: number, method: DoorMethod): number {
  return method === "cash" ? inCash(due) : due;
}
