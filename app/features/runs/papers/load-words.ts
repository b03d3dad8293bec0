import { formatLb } from "#app/lib/amounts/weight.ts";

/** "2 boxes, 19.5 lb"; without boxes if none were used. */
export function loadInWords({ boxes, packedLb }: { boxes: number; packedLb: string }): string {
  const pounds = formatLb(Number(packedLb));
  return boxes > 0 ? `${counted(boxes, "box", "boxes")}, ${pounds}` : pounds;
}

/** "1 box", "2 boxes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
