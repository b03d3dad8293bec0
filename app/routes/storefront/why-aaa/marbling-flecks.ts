const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Deterministic pseudo-random noise from 0 to 1. */
function noise(index: number, salt: number) {
  const wave = Math.sin(index * 12.9898 + salt * 78.233) * 43758.5453;
  return wave - Math.floor(wave);
}

/** One short curved stroke of fat, as part of an SVG path. */
function fleck(index: number, count: number) {
  const radius = Math.sqrt((index + 0.5) / count);
  const angle = index * goldenAngle;
  const x = 104 + Math.cos(angle) * radius * 80 + (noise(index, 1) - 0.5) * 11;
  const y = 82 + Math.sin(angle) * radius * 55 + (noise(index, 2) - 0.5) * 9;
  const length = 1.2 + noise(index, 3) ** 2 * 9;
  const turn = noise(index, 4) * Math.PI;
  const [dx, dy] = [Math.cos(turn) * length, Math.sin(turn) * length * 0.7];
  const bend = (noise(index, 6) - 0.5) * 0.7;
  const [bx, by] = [dx / 2 - dy * bend, dy / 2 + dx * bend];
  const at = (value: number) => value.toFixed(1);
  return `M${at(x - dx / 2)} ${at(y - dy / 2)}q${at(bx)} ${at(by)} ${at(dx)} ${at(dy)}`;
}

/**
 * The marbling of a drawn ribeye, 208 by 156, with one path per stroke width. Evenly spread like
 * sunflower seeds, with deterministic offset and rotation, so that server and browser render the
 * same.
 */
export function marblingFlecks(count: number): { width: number; d: string }[] {
  return [0.7, 1.1, 1.8].map((width, thickness) => ({
    width,
    d: Array.from({ length: count }, (_, index) =>
      index % 3 === thickness ? fleck(index, count) : "",
    ).join(""),
  }));
}
