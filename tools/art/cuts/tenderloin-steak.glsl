// Two thick rounds of fillet, fine in the grain, hardly any fat.
void medallion(vec2 p, inout Spot s, vec2 at, float r, float turn, float seed) {
  vec2 q = rot(turn) * (p - at);
  float outline = clock(stir(q, 3., .03, seed) / r, float[12](.98, 1., 1.03, 1.02, .98, .97, 1., 1.03, 1.01, .98, .95, .96)) * r;
  if (outline > 0.) return;
  Mat m = muscle(q, seed, .4, 1.15, .36, .58);
  PAINT(m, smoothstep(-.035, -.006, outline + .02 * fbm(p * 6., seed + 7., 3)) * .8, fat(p, seed + 8.))
  lay(s, outline, .38 * edge(outline, .14) + .05 * fbm(q * 2., seed, 3) + .02 * smoothstep(0., -.3, outline), m);
}

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 2; i++) {
    bool near = i == 1;
    medallion(p, s, near ? vec2(.56, -.16) : vec2(-.46, .10), near ? .50 : .52, near ? 2.1 : .3, near ? 180. : 170.);
  }
}
