// ground: paper
// Braised and glazed: one whole on its bone, the other carved off it.
float ribMeat(vec2 q) { return box(stir(q, 3., .04, 2401.), vec2(.62, .34), .13); }

Mat seared(vec2 q) {
  Mat m = crust(q, 2402., .22);
  float band = abs(q.y - .10 + .05 * sin(q.x * 5.) + .05 * fbm(q * 3., 2403., 3));
  PAINT(m, .55 * smoothstep(.07, .03, band), gold(q, 2404.))
  m.gloss = 1.;
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 2410. + k * 5., .1, 4.5, .62, .5);
  Mat m = brownFace(w, raw, d, .0, 2420. + k);
  float band = abs(w.y - .08 + .03 * sin(w.x * 9. + k));
  PAINT(m, .75 * smoothstep(.05, .025, band) * smoothstep(-.02, -.04, d), gold(w, 2430. + k))
  m.bump += .014 * fbm(w * vec2(6., 26.), 2405. + k, 3);
  return m;
}

void bone(vec2 q, inout Spot s, float half_, float seed) {
  float d = box(stir(q, 3., .02, seed), vec2(half_, .115), .10);
  if (d > 0.) return;
  Mat m = ivory(q, seed + 1.);
  m.col *= mix(vec3(.62, .44, .30), vec3(.90, .76, .60), smoothstep(-.3, .4, fbm(q * 4., seed + 2., 3)));
  lay(s, d, .08 + .17 * edge(d, .10), m);
}

void cut(vec2 p, inout Spot s) {
  vec2 a = rot(.10) * (p - vec2(.16, .42)), b = rot(-.06) * (p - vec2(.26, -.40));
  juice(p, s, oval(p - vec2(-.20, -.46), vec2(.74, .28)), 2440.);
  bone(a - vec2(.0, -.27), s, .74, 2441.);
  float outline = ribMeat(a);
  if (outline < 0.) lay(s, outline, .44 * edge(outline, .13) + .05 * fbm(a * 2.4, 2442., 3), seared(a + 5.));
  bone(b - vec2(.14, -.27), s, .58, 2445.);
  CARVE(ribMeat, seared, sliced, b, .14, 4, .15, .235, .42, 2450.)
  seasoned(p, s, vec2(0.), .30, .7, 2460.);
}
