// The whole cap, its fat scored, and one thick steak cut from it, bent to a C with the fat outside.
void cap(vec2 p, inout Spot s) {
  vec2 q = stir(stir(p, 2.2, .03, 441.), 9., .012, 442.);
  float outline = triangle(q, vec2(-.92, .44), vec2(.36, .60), vec2(-.46, -.50), .20);
  if (outline > 0.) return;
  vec2 g = rot(.72) * q / .165;
  vec2 near = abs(fract(g + .5) - .5) * .165;
  float cut_ = min(near.x, near.y) - .008 - .004 * noise(p * 12., 443.);
  float scored = smoothstep(.012, .0, cut_) * smoothstep(-.03, -.08, outline);
  Mat m = fat(q, 444.);
  PAINT(m, smoothstep(.004, -.004, cut_) * .85 * step(outline, -.05), muscle(q, 445., .3, 1.5, .4, .6))
  PAINT(m, smoothstep(-.035, -.008, outline + .03 * fbm(p * 3., 446., 3)), muscle(q, 447., .3, 3., .35, .5))
  lay(s, outline, .40 * edge(outline, .16) - .035 * scored + .04 * fbm(p * 1.8, 448., 3), m);
}

void cut(vec2 p, inout Spot s) {
  cap(p - vec2(-.12, .06), s);
  vec2 q = stir(stir(p - vec2(.66, -.36), 2.4, .03, 451.), 9., .012, 452.);
  vec2 d = bend(q, vec2(-.42, -.22), vec2(.20, -.30), vec2(.32, .40));
  float outline = d.x - .31 + .12 * smoothstep(.55, 1., d.y);
  float rind = bend(q, vec2(-.40, -.40), vec2(.36, -.44), vec2(.54, .40)).x - .125 + .014 * noise(p * 6., 453.);
  if (outline > 0.) return;
  float meat = max(outline + .012, -rind);
  Mat m = fat(p, 454.);
  PAINT(m, fray(p, meat, 455.), muscle(q, 456., .9, 1.5, .50, .58))
  slice(s, p, outline, meat, .21, 0., m, 10.);
}
