import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Drawing } from "./gpu.ts";
import { type Ground, lightOn } from "./grounds.ts";

const here = import.meta.dirname;
const library = [
  "noise",
  "shapes",
  "flesh",
  "surface",
  "twine",
  "steak",
  "roast",
  "pile",
  "grind",
  "wrap",
  "cooked",
  "garnish",
];

/** Camera tilt from the vertical, in radians. */
const tilt = 0.36;
/** The relief is slightly larger than the image, for the margin the tilted camera sees. */
const [wider, higher] = [1.02, 1.08];

function shader(name: string): Promise<string> {
  return readFile(join(here, "shader", `${name}.glsl`), "utf8");
}

interface Scene {
  /** GLSL that defines `cut`. */
  subject: string;
  ground: Ground;
  /** The sharp area, in units of half the image's height; everything if omitted. */
  focus?: Focus;
}

export interface Focus {
  /** The centre of the sharp area, above the middle of the image. */
  at: number;
  /** How far from there everything is still sharp. */
  deep: number;
  /** The blur of a point one unit farther away. */
  soft: number;
}

/** Parses a subject's focus: `// focus: at deep soft`. */
export function focusOf(source: string): Focus | undefined {
  const [, ...numbers] = /^\/\/ focus: (\S+) (\S+) (\S+)$/m.exec(source) ?? [];
  const [at, deep, soft] = numbers.map(Number);
  if (at === undefined || deep === undefined || soft === undefined) return;
  return { at, deep, soft };
}

/** Returns the passes that render one subject at a size in pixels. */
export async function passesOf(
  { subject, ground, focus }: Scene,
  width: number,
  height: number,
): Promise<Drawing> {
  const parts = (await Promise.all(library.map(shader))).join("\n");
  const table = await readFile(join(here, "grounds", `${ground}.glsl`), "utf8");
  const noise = await shader("noise");
  const field = [(wider * width) / height, higher];
  const large = { width: Math.round(width * wider), height: Math.round(height * higher) };
  const small = { width: Math.round(large.width / 2), height: Math.round(large.height / 2) };

  const program = (size: { width: number; height: number }, ...sources: string[]) => ({
    ...size,
    fragment: [
      "#version 300 es",
      "precision highp float;",
      "precision highp int;",
      "uniform vec2 uSize, uField;",
      lightOn(ground),
      ...sources,
    ].join("\n"),
  });
  const floats = (
    size: { width: number; height: number },
    more: Record<string, number[]> = {},
  ) => ({
    uSize: [size.width, size.height],
    uField: field,
    ...more,
  });
  const blur = await shader("blur");
  const reach = 0.05;
  return {
    passes: [
      {
        ...program(large, parts, table, subject, await shader("scene")),
        into: "scene",
        targets: 2,
        floats: floats(large),
      },
      {
        ...program(small, blur),
        into: "across",
        textures: { uFrom: "scene0" },
        floats: floats(small, { uStep: [reach * (height / width), 0], uFirst: [1] }),
      },
      {
        ...program(small, blur),
        into: "blur",
        textures: { uFrom: "across0" },
        floats: floats(small, { uStep: [0, reach], uFirst: [0] }),
      },
      {
        ...program(small, noise, await shader("shadow")),
        into: "shadow",
        textures: { uScene: "scene0" },
        floats: floats(small),
      },
      {
        ...program(small, await shader("soften")),
        into: "soft",
        textures: { uFrom: "shadow0" },
        floats: floats(small),
      },
      {
        ...program({ width, height }, noise, await shader("light")),
        ...(focus && { into: "picture" }),
        textures: { uScene: "scene0", uTraits: "scene1", uBlur: "blur0", uShadow: "soft0" },
        floats: floats(
          { width, height },
          {
            uTilt: [tilt],
            uSharp: focus ? [focus.at, focus.deep] : [0, 0],
            uSoft: [focus?.soft ?? 0],
          },
        ),
      },
      ...(focus
        ? [
            {
              ...program({ width, height }, noise, await shader("focus")),
              textures: { uPicture: "picture0" },
              floats: floats({ width, height }),
            },
          ]
        : []),
    ],
  };
}
