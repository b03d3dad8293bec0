// Two oblong steaks, heavily marbled, the grain plain to see.
void denver(vec2 p, inout Spot s, vec2 at, float turn, float seed) {
  vec2 q = stir(stir(rot(turn) * (p - at), 2.2, .03, seed), 9., .013, seed + 1.);
  float outline = box(q, vec2(.42, .66), .15) + .03 * fbm(p * 2., seed + 2., 3);
  if (outline > 0.) return;
  Mat m = muscle(q, seed + 3., .62, 2.9, .86, .55);
  PAINT(m, fray(p, -(outline + .018 + .03 * fbm(p * 3., seed + 4., 3)), seed) * .85, fat(p, seed + 5.))
  slice(s, p, outline, outline + .02, .22, 0., m, seed);
}

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 2; i++) {
    float k = float(i);
    denver(p, s, mix(vec2(-.50, .02), vec2(.50, -.08), k), .16 - .26 * k, 330. + 20. * k);
  }
}
