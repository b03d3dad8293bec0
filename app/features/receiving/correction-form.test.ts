import { expect, it } from "vitest";
import { fieldsToSum } from "./correction-form.tsx";
import { totalsOf } from "./receipt-totals.ts";

it("adds up a correction without its removed lines, and refused lines separately", () => {
  const lines = [1, 2, 3].map((position) => ({ position, isAccepted: position !== 2 }));
  const typed = {
    ...{ freight: "5.00", boxes1: "2", lb1: "20.00", pricedBy1: "lb", price1: "2.00" },
    ...{ lb2: "10.00", pricedBy2: "lb", price2: "2.00", invoicedLb2: "10.00" },
    ...{ lb3: "7.00", remove3: "yes" },
  };
  expect(totalsOf(fieldsToSum(typed, lines), true)).toMatchObject({
    ...{ lb: "20 lb", boxes: 2, refusedLb: "10 lb", due: "$45.00", claimed: "$20.00" },
  });
});
