import { catalogue } from "../../app/content/sample-catalogue.ts";

/** The ground below a subject (`grounds/{name}.glsl`), and its light. */
interface Light {
  /** Position of the lamp, relative to the middle of the image. */
  lamp: [number, number, number];
  spread: number;
  /** Colour and strength, linear. */
  sun: [number, number, number];
  /** Ambient light: from the table and from above. */
  low: [number, number, number];
  high: [number, number, number];
  /** How much the ground reflects what stands on it, 0 to 1. */
  mirror: number;
}

// One window at the upper left throughout, so that the images match.
const lights = {
  paper: {
    lamp: [-0.62, 0.6, 0.88],
    spread: 0.23,
    sun: [1.34, 1.27, 1.16],
    low: [0.4, 0.34, 0.29],
    high: [0.5, 0.5, 0.52],
    mirror: 0,
  },
  slate: {
    lamp: [-0.74, 0.58, 0.84],
    spread: 0.18,
    sun: [1.5, 1.46, 1.4],
    low: [0.3, 0.3, 0.31],
    high: [0.44, 0.46, 0.5],
    mirror: 0.15,
  },
  oak: {
    lamp: [-0.78, 0.46, 0.78],
    spread: 0.2,
    sun: [1.62, 1.4, 1.12],
    low: [0.4, 0.31, 0.23],
    high: [0.46, 0.44, 0.43],
    mirror: 0,
  },
  steel: {
    lamp: [-0.5, 0.68, 0.95],
    spread: 0.32,
    sun: [1.22, 1.24, 1.26],
    low: [0.42, 0.43, 0.45],
    high: [0.5, 0.52, 0.55],
    mirror: 0.75,
  },
} satisfies Record<string, Light>;

export type Ground = keyof typeof lights;

/**
 * Slate for cuts grilled whole, steel for ground meat, paper for all other raw meat; the oak board
 * is for cooked meat and for pages.
 */
const groundOfCategory = {
  "prime-rib": "slate",
  loin: "slate",
  chuck: "paper",
  other: "paper",
  sirloin: "paper",
  round: "paper",
  "pre-cuts": "paper",
  ground: "steel",
} satisfies Record<(typeof catalogue)[number]["category"], Ground>;

/** Returns the ground that a subject's source names (`// ground: oak`), or its category's. */
export function groundOf(slug: string, source: string): Ground {
  const own = /^\/\/ ground: (\w+)$/m.exec(source)?.[1];
  if (own) return knownGround(own);
  const product = catalogue.find((one) => one.slug === slug);
  return product ? groundOfCategory[product.category] : "paper";
}

function knownGround(name: string): Ground {
  if (name in lights) return name as Ground;
  throw new Error(`No such ground: ${name}`);
}

/** Returns a ground's light as shader constants. */
export function lightOn(ground: Ground): string {
  const { lamp, spread, sun, low, high, mirror } = lights[ground];
  return [
    `const vec3 LAMP = normalize(vec3(${lamp}));`,
    `const float SPREAD = float(${spread}), MIRROR = float(${mirror});`,
    `const vec3 SUN = vec3(${sun}), LOW = vec3(${low}), HIGH = vec3(${high});`,
  ].join("\n");
}
