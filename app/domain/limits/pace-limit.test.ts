import { expect, it } from "vitest";
import { createPaceLimit } from "./pace-limit.ts";

/** Returns a limit of 3 at once and 2 per second, with a manual clock. */
function limit() {
  let time = 1_000_000;
  const { take } = createPaceLimit({ atOnce: 3, perSecond: 2 }, () => time);
  const times = (count: number, address = "203.0.113.7") =>
    Array.from({ length: count }, () => take(address));
  return { times, pass: (ms: number) => (time += ms) };
}

it("allows a burst, then makes requests wait, and allows more at its pace", () => {
  const { times, pass } = limit();
  expect(times(5)).toEqual([null, null, null, 1, 1]);
  pass(1000);
  expect(times(3)).toEqual([null, null, 1]);
  pass(60_000);
  expect(times(4)).toEqual([null, null, null, 1]);
});

it("counts each network separately", () => {
  const { times } = limit();
  times(3);
  expect(times(1, "203.0.113.8")).toEqual([null]);
  times(3, "2001:db8::1");
  expect(times(1, "2001:db8::2")).toEqual([1]);
});

it("allows a site of many networks more than one network, but not without limit", () => {
  const { times } = limit();
  const passed = Array.from({ length: 100 }, (_, index) => {
    const [answer] = times(1, `2001:db8:1:${index.toString(16)}00::1`);
    return answer;
  });
  // Sixteen times the single limit.
  expect(passed.filter((answer) => answer === null)).toHaveLength(48);
  expect(times(1, "2001:db8:2::1")).toEqual([null]);
});

it("forgets the earliest addresses when there are too many", () => {
  const { times } = limit();
  times(3, "198.51.100.1");
  for (let host = 0; host < 10_000; host += 1) times(1, `10.0.${host >> 8}.${host & 255}`);
  expect(times(1, "198.51.100.1")).toEqual([null]);
});
