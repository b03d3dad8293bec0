/** What drivers take at the door, and what a run's bag should hold (trade.md 14). */
import type { Books } from "./books.ts";
import { inCash, sum } from "./sums.ts";

export type DoorMethod = "cash" | "cheque" | "terminal";

export interface DoorReceipt {
  run: string;
  stop: string;
  method: DoorMethod;
  /** In the driver's hand. */
  cents: number;
  /** The payment that it became; one that the office had typed already stands for it. */
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

  /** Those that stand: of a payment that was taken back nothing was taken. */
  of(where: Partial<Pick<DoorReceipt, "run" | "stop">>): DoorReceipt[] {
    return this.#receipts.filter(
      ({ run, stop, payment }) =>
        (where.run === undefined || where.run === run) &&
        (where.stop === undefined || where.stop === stop) &&
        !this.#books.credit(payment).reversed,
    );
  }

  /** Whether a payment is in the driver's bag already. */
  isTaken(payment: string): boolean {
    return this.#receipts.some((receipt) => receipt.payment === payment);
  }

  /** What a run took, by kind. */
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

/** What is asked for of so much: only what is paid in coins is rounded. */
export function askedAtDoor(due: number, method: DoorMethod): number {
  return method === "cash" ? inCash(due) : due;
}
