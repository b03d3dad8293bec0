// Two lengths of the long ropy strip, the grain straight across it, fat left along the edges.
void length_(vec2 p, inout Spot s, vec2 at, float turn, float curve, float seed) {
  vec2 q = stir(rot(turn) * (p - at), 2., .04, seed);
  q.y -= curve * q.x * q.x;
  float wide = .29 + .03 * noise(vec2(q.x * 2.4, seed), 581.) + .018 * noise(vec2(q.x * 15., seed), 582.);
  float outline = box(q, vec2(1.12 + .03 * noise(vec2(q.y * 9., seed), 583.), wide), .10);
  if (outline > 0.) return;
  vec2 g = vec2(q.y, q.x) + vec2(0., .10 * q.y + .03 * sin(q.x * 5.));
  Mat m = muscle(g, seed, 0., 5., .42, .35);
  float ridge = fbm(vec2(g.x * 2., g.y * 14.), seed + 1., 3);
  m.col *= 1. - .34 * smoothstep(.0, -.5, ridge);
  PAINT(m, smoothstep(.20, .40, fbm(vec2(g.x * 1.8, g.y * 7.), seed + 2., 4) + .40 * smoothstep(-.12, 0., outline)) * .85, fat(g, seed + 3.))
  lay(s, outline, .12 * edge(outline, .09) + .042 * ridge + .03 * fbm(p * 2., seed + 4., 3), m);
}

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 2; i++) {
    float k = float(i);
    length_(p, s, mix(vec2(.0, .38), vec2(.02, -.40), k), .05 + .05 * k, .09 - .16 * k, 590. + 20. * k);
  }
}
