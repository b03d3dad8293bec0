// ground: oak
// Two rounds of fillet in butter: one whole, one carved.
float fillet(vec2 q) { return length(stir(q, 3., .04, 2201.)) - .50; }

Mat seared(vec2 q) { return crust(q, 2202., .12); }

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 2210. + k * 5., .4, 1.2, .22, .62);
  return pinkFace(w, raw, d, .060, 2220. + k);
}

void cut(vec2 p, inout Spot s) {
  juice(p, s, oval(p - vec2(-.44, -.34), vec2(.78, .40)), 2240.);
  vec2 b = rot(1.9) * (p - vec2(.70, .30)) / .92;
  float outline = fillet(b);
  if (outline < 0.) lay(s, outline, .40 * edge(outline, .13) + .04 * fbm(b * 2., 2241., 3), seared(b + 3.));
  vec2 q = rot(-.10) * (p - vec2(.0, -.10)) / .98;
  CARVE(fillet, seared, sliced, q, .02, 4, .12, .235, .42, 2250.)
  seasoned(p, s, vec2(.1, 0.), .50, .9, 2260.);
}
