import { describe, expect, it } from "vitest";
import { idsFrom } from "./id-range.ts";

const id = "baa30e8a-7a55-4c8e-9a29-2f0c8f3f2d11";

describe("idsFrom", () => {
  it.each(["baa30e8a", "BAA30E8A", "baa30e8a…", "baa30e8a...", "baa30e8a-"])(
    "spans the ids that begin with %j",
    (text) => {
      expect(idsFrom(text)).toEqual({
        first: "baa30e8a-0000-0000-0000-000000000000",
        last: "baa30e8a-ffff-ffff-ffff-ffffffffffff",
      });
    },
  );

  it.each([id, id.toUpperCase(), id.replaceAll("-", "")])("knows a whole id: %j", (text) => {
    expect(idsFrom(text)).toEqual({ first: id, last: id });
  });

  it.each(["", "…", "-", "--", "baa3-0e8a", `${id}0`, "bistro", "baa3 0e8a", "%", "0x1"])(
    "takes %j for no id's beginning",
    (text) => {
      expect(idsFrom(text)).toBeNull();
    },
  );
});
