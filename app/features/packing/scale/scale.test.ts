import { describe, expect, it } from "vitest";
import { createScaleGate, createScaleParser, type ScaleReading } from "./scale.ts";

const [lf, cr, etx] = ["\n", "\r", "\u0003"];

describe("createScaleParser", () => {
  it.each([
    ["nci", `${lf}  1.29lb${cr}${lf}00${cr}${etx}`, "1.29", "lb", true, false],
    ["nci", `${lf}0001.235KG${cr}00${etx}`, "1.235", "kg", true, false],
    ["nci", `${lf}01.235KG${cr}${lf}S00${cr}${etx}`, "1.235", "kg", true, false],
    ["nci", `${lf} 585g ${cr}${lf}00${cr}${etx}`, "0.585", "kg", true, false],
    // 1 in motion, 2 at zero.
    ["nci", `${lf}  1.29lb${cr}${lf}10${cr}${etx}`, "1.29", "lb", false, false],
    ["nci", `${lf}  0.00lb${cr}${lf}20${cr}${etx}`, "0.00", "lb", true, false],
    ["nci", `${lf} -0.05lb${cr}${lf}00${cr}${etx}`, "-0.05", "lb", true, false],
    // A third status byte with "net".
    ["nci", `${lf}  1.29lb${cr}${lf}0p4${cr}${etx}`, "1.29", "lb", true, true],
    ["sics", "S S     100.00 g\r\n", "0.10000", "kg", true, false],
    ["sics", "S S      1.235 kg\r\n", "1.235", "kg", true, false],
    ["sics", "S D      2.72 lb\r\n", "2.72", "lb", false, false],
    ["sics", "S S     -0.005 kg\r\n", "-0.005", "kg", true, false],
    ["continuous", "ST,GS,+  1.235kg\r\n", "1.235", "kg", true, false],
    ["continuous", "ST,+0001234.5  g\r\n", "1.2345", "kg", true, false],
    ["continuous", "US,GS,   18.000kg\r\n", "18.000", "kg", false, false],
    ["continuous", "US,NT,-  0.200kg\r\n", "-0.200", "kg", false, true],
    ["continuous", "ST,NT,+00002.72 lb\r\n", "2.72", "lb", true, true],
    ["continuous", "ST,GS,-  0.000kg\r\n", "0.000", "kg", true, false],
  ] as const)("reads, by the protocol %s, %j", (protocol, raw, value, unit, isStable, isNet) => {
    expect(createScaleParser(protocol)(raw)).toEqual([{ value, unit, isStable, isNet, raw }]);
  });

  it.each([
    ["nci", `${lf}?${cr}${etx}`],
    ["nci", `${lf}00${cr}${etx}`],
    // Over capacity, a memory fault, and out of the display's range.
    ["nci", `${lf} 99.99lb${cr}${lf}02${cr}${etx}`],
    ["nci", `${lf}  1.29lb${cr}${lf}40${cr}${etx}`],
    ["nci", `${lf}^^^^^^lb${cr}${lf}00${cr}${etx}`],
    ["nci", `${lf}------lb${cr}${lf}00${cr}${etx}`],
    // Ounces aren't used for orders.
    ["nci", `${lf} 20.5oz${cr}${lf}00${cr}${etx}`],
    ["sics", "S I\r\n"],
    ["sics", "S +\r\n"],
    ["sics", "ES\r\n"],
    ["sics", 'I4 A "0123456789"\r\n'],
    ["continuous", "OL,GS,+ 99.999kg\r\n"],
    ["continuous", "QT,+00012345PC\r\n"],
    ["continuous", "ST,GS,+ 1.2.3kg\r\n"],
    ["continuous", "ST,GS,+       kg\r\n"],
  ] as const)("finds, by the protocol %s, no weight in %j", (protocol, raw) => {
    expect(createScaleParser(protocol)(raw)).toEqual([]);
  });

  it("assembles readings from any chunks, and recovers after noise", () => {
    const raw = "ST,GS,+  1.235kg\r\n";
    const read = createScaleParser("continuous");
    const readings = [...`25kg\r\n${"x".repeat(1000)}\r\n${raw}${raw}`].flatMap((one) => read(one));
    expect(readings.map(({ value }) => value)).toEqual(["1.235", "1.235"]);
    expect(read("ST,GS")).toEqual([]);
    const endless = createScaleParser("nci");
    for (let count = 0; count < 1000; count += 1) expect(endless("7".repeat(1000))).toEqual([]);
    expect(endless(`${lf} 1.00lb${cr}00${etx}`)).toHaveLength(1);
  });
});

describe("createScaleGate", () => {
  const reading = (value: string, isStable = true): ScaleReading => ({
    value,
    unit: "kg",
    isStable,
    isNet: false,
    raw: "",
  });

  it("passes a weight once, and the next one after the pan was empty", () => {
    const gate = createScaleGate();
    gate.see(reading("1.235"), 0);
    expect(gate.take(10)).toEqual({ reading: reading("1.235") });
    expect(gate.take(20).refused).toMatch(/^This weight was added/);
    gate.see(reading("1.5"), 30);
    expect(gate.take(40).refused).toMatch(/^This weight was added/);
    // Moving through zero.
    gate.see(reading("0.000", false), 50);
    gate.see(reading("1.5"), 60);
    expect(gate.take(70).refused).toMatch(/^This weight was added/);
    gate.see(reading("0.000"), 80);
    expect(gate.take(90).refused).toBe("The scale is empty.");
    gate.see(reading("1.5"), 100);
    expect(gate.take(110)).toEqual({ reading: reading("1.5") });
  });

  it("passes no weight that is moving, negative or outdated", () => {
    const gate = createScaleGate();
    expect(gate.take(0).refused).toMatch(/does not answer/);
    gate.see(reading("1.2", false), 0);
    expect(gate.take(10).refused).toMatch(/still moving/);
    gate.see(reading("-0.1"), 20);
    expect(gate.take(30).refused).toBe("The scale is empty.");
    gate.see(reading("1.2"), 40);
    expect(gate.take(1_541).refused).toMatch(/does not answer/);
    expect(gate.take(1_540)).toEqual({ reading: reading("1.2") });
  });
});
