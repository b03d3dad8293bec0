declare module "bark-js" {
  /** Parses an element string; throws on an unknown AI. */
  export default function bark(
    barcode: string,
    settings?: { fnc?: string },
  ): { elements: { ai: string; title: string; value: string; raw: string }[] };
}
