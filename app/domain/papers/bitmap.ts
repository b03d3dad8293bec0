import sharp from "sharp";

// Used in the printing process, which runs from source: only imports from packages.

/** Anything darker is black. */
const threshold = 128;

/** Renders a drawing as a portable bitmap (P4) for a label printer, at `dots` per inch. */
export async function bitmapOf(svg: string, dots: number): Promise<Uint8Array> {
  const [, wide, high] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const inDots = (points = "") => Math.round((Number(points) * dots) / 72);
  // Drawn at its size in dots, as resizing would blur it.
  const sized = svg
    .replace(/(<svg[^>]*?) width="[^"]*"/, `$1 width="${inDots(wide)}px"`)
    .replace(/(<svg[^>]*?) height="[^"]*"/, `$1 height="${inDots(high)}px"`);
  const { data, info } = await sharp(Buffer.from(sized), { density: 72 })
    .flatten({ background: "white" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const across = Math.ceil(width / 8);
  const bits = new Uint8Array(across * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grey = data[(y * width + x) * channels] ?? 255;
      const at = y * across + (x >> 3);
      if (grey < threshold) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), bits]);
}
