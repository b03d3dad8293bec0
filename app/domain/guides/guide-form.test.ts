import { describe, expect, it } from "vitest";
import { productId } from "#app/domain/drafts/test-draft.ts";
import { checkGuide, guideField } from "./guide-form.ts";

const [one, two, three] = [1, 2, 3].map(productId) as [string, string, string];
const site = "0d8a1c7e-0000-4000-8000-00000000000a";
const form = (more: Record<string, string> = {}) => ({
  [guideField.siteId]: site,
  [guideField.version]: "4",
  [guideField.order]: `${one} ${two}`,
  ...more,
});
const orderOf = (fields: Record<string, string>) =>
  checkGuide(fields).data?.items.map(({ productId: id }) => id);

describe("the form of an order guide", () => {
  it("is read as cuts in order, with sections and pars", () => {
    const fields = form({
      [guideField.section(one)]: "  Walk-in   left ",
      [guideField.par(one)]: "12.5",
      [guideField.hide(two)]: "on",
    });
    expect(checkGuide(fields).data).toEqual({
      siteId: site,
      version: 4,
      items: [
        { productId: one, section: "Walk-in left", par: "12.50", isHidden: false },
        { productId: two, section: "", par: null, isHidden: true },
      ],
    });
  });

  it("can move a cut, and append one", () => {
    expect(orderOf(form({ [guideField.move]: `down ${one}` }))).toEqual([two, one]);
    expect(orderOf(form({ [guideField.move]: `up ${one}` }))).toEqual([one, two]);
    expect(orderOf(form({ [guideField.move]: `up ${three}` }))).toEqual([one, two]);
    expect(orderOf(form({ [guideField.add]: three }))).toEqual([one, two, three]);
    expect(orderOf(form({ [guideField.add]: one }))).toEqual([one, two]);
  });

  it.each([
    [guideField.section(one), "x".repeat(41)],
    [guideField.par(one), "a lot"],
    [guideField.par(one), "10000.01"],
    [guideField.par(one), "1.234"],
  ])("is refused with %s as %s", (name, value) => {
    expect(checkGuide(form({ [name]: value })).refused?.errors?.[name]).toHaveLength(1);
  });

  it("reads no more than the maximum of cuts, and only valid ids", () => {
    const many = Array.from({ length: 2_000 }, (_, n) => productId(n)).join(" ");
    expect(orderOf(form({ [guideField.order]: `${many} x ' --` }))).toHaveLength(500);
  });
});
