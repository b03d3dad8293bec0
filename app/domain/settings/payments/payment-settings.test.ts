import { describe, expect, it, test } from "vitest";
import { checkPaymentSettings, waysOfPaying } from "./payment-settings.ts";

const nothing = {
  takesDoor: false,
  takesEtransfer: false,
  takesCard: false,
  etransferEmail: "",
  etransferNote: "",
};

test.each([
  [{}, true, []],
  [{ takesCard: true }, false, []],
  [{ takesCard: true }, true, ["card"]],
  [{ takesDoor: true }, false, ["door"]],
  [{ takesEtransfer: true }, false, ["etransfer"]],
  [{ takesDoor: true, takesEtransfer: true }, false, ["door", "etransfer"]],
  [{ takesDoor: true, takesEtransfer: true, takesCard: true }, true, ["card", "door", "etransfer"]],
])("settings %j, with card keys %j, offer %j", (on, hasCard, ways) => {
  expect(waysOfPaying({ ...nothing, ...on }, { hasCard })).toEqual(ways);
});

describe("the form", () => {
  it("reads ticked options, and cleans up the address", () => {
    const fields = { takesEtransfer: "on", etransferEmail: " Pay@Example.com ", etransferNote: "" };
    expect(checkPaymentSettings(fields).data).toEqual({
      takesDoor: false,
      takesEtransfer: true,
      takesCard: false,
      etransferEmail: "pay@example.com",
      etransferNote: "",
      confirmHours: 24,
    });
  });

  it("accepts whole hours up to a week", () => {
    const hours = (confirmHours: string) => checkPaymentSettings({ confirmHours });
    expect(hours(" 48 ").data?.confirmHours).toBe(48);
    for (const wrong of ["0", "169", "1.5", "-1", "1e2", "", "soon"]) {
      expect(hours(wrong).refused?.errors).toEqual({
        confirmHours: ["Please enter a whole number of hours from 1 to 168"],
      });
    }
  });

  it("needs an address only for e-transfers", () => {
    expect(checkPaymentSettings({ takesDoor: "on" }).data?.takesDoor).toBe(true);
    expect(checkPaymentSettings({ takesCard: "on" }).data?.takesCard).toBe(true);
    expect(checkPaymentSettings({ takesEtransfer: "on" }).refused?.errors).toEqual({
      etransferEmail: ["Please enter the address that e-transfers go to"],
    });
    expect(checkPaymentSettings({ etransferEmail: "nobody" }).refused?.errors).toHaveProperty(
      "etransferEmail",
    );
  });
});
