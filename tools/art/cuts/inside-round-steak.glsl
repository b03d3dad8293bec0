// Broad, lean, cut thin.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(-.14) * p - vec2(0., -.02), 2., .05, 541.), 9., .013, 542.);
  float outline = clock(q * vec2(.72, 1.), float[12](.62, .66, .70, .72, .68, .60, .56, .62, .76, .80, .74, .64));
  if (outline > 0.) return;
  vec2 id = muscles(q, vec2[6](vec2(.26, .0), vec2(-.86, -.14), vec2(9.), vec2(9.), vec2(9.), vec2(9.)), 2, 543.);
  float meat = max(outline + .010 + .05 * smoothstep(.30, .60, q.y) + .015 * fbm(p * 4., 544., 3), .006 + .01 * noise(p * 4., 545.) - id.y);
  Mat m = fat(p, 546.);
  PAINT(m, fray(p, meat, 547.), muscle(p, 548. + 9. * id.x, .3 + id.x, 1.5, .16, .45 + .25 * id.x))
  slice(s, p, outline, meat, .105, 0., m, 11.);
}
