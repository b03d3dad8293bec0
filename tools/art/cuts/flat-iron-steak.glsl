// A flat paddle of even thickness, finely marbled all over.
void iron(vec2 p, inout Spot s, vec2 at, float turn, float seed, float base) {
  vec2 q = rot(turn) * (p - at);
  q = stir(stir(q, 2.2, .03, seed), 9., .012, seed + 1.);
  float outline = box(q, vec2(.93, .31 + .05 * q.x), .19) + .04 * fbm(q * 1.6, seed + 5., 3);
  if (outline > 0.) return;
  Mat m = muscle(q, seed + 2., 1.25, 2.1, .66, .55);
  PAINT(m, smoothstep(.04, .16, fbm(q * vec2(2., 5.), seed + 3., 4) - .26 + .42 * smoothstep(-.05, 0., outline)) * .8, fat(q, seed + 4.))
  slice(s, p, outline, outline + .03, .17, base, m, seed);
}

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 2; i++) {
    float k = float(i);
    iron(p, s, mix(vec2(.02, .36), vec2(-.02, -.44), k), -.10 + .14 * k, 300. + 20. * k, 0.);
  }
}
