// Broad and lean: one large muscle, a small one beside it, a rim of fat above.
float topSirloin(vec2 q) {
  return clock(q * vec2(.82, 1.), float[12](.66, .72, .82, .80, .68, .60, .58, .64, .74, .78, .74, .68));
}

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(.12) * p - vec2(0., -.02), 2.2, .04, 431.), 9., .013, 432.);
  float outline = topSirloin(q);
  if (outline > 0.) return;
  float rim = .018 + .065 * smoothstep(.1, .55, q.y + .25 * q.x) + .03 * fbm(p * 3., 433., 3);
  vec2 id = muscles(q, vec2[6](vec2(-.26, -.06), vec2(.78, .16), vec2(.62, -.62), vec2(9.), vec2(9.), vec2(9.)), 3, 434.);
  float meat = max(outline + rim, .009 + .012 * noise(p * 5., 435.) - id.y);
  Mat m = fat(p, 436.);
  PAINT(m, fray(p, meat, 437.), muscle(p, 438. + id.x * 9., .5 + id.x * 1.2, 1.5, .34, .5 + .12 * id.x))
  slice(s, p, outline, meat, .20, 0., m, 9.);
}
