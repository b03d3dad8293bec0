// ground: paper
// Off the grill, one cut through: brown to the middle, as ground beef must be.
float disc(vec2 q) { return length(stir(stir(q, 5., .02, 2501.), 16., .012, 2502.)) - .46; }

Mat seared(vec2 q) {
  vec3 crumb = cells(stir(q, 7., .03, 2503.) * 17., 2504.);
  Mat m = crust(q, 2505., -.15 + 1.15 * bars(rot(.5) * q, .19, 2506.));
  m.col *= .55 + .60 * smoothstep(.0, .22, crumb.y);
  m.bump += .018 * smoothstep(.0, .35, crumb.y);
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  vec3 crumb = cells(stir(w, 9., .02, 2507. + k) * 24., 2508. + k);
  Mat m = brownFace(w, muscle(w + vec2(k * 2.7, 0.), 2510. + k * 5., .3, 1., .30, .35 + .5 * crumb.z), d, .0, 2520. + k);
  m.col *= .70 + .40 * smoothstep(.0, .25, crumb.y);
  m.bump += .010 * smoothstep(.0, .35, crumb.y);
  return m;
}

void patty(vec2 q, inout Spot s, float seed) {
  float d = disc(q);
  if (d < 0.) lay(s, d, .17 * edge(d, .07) + .02 * fbm(q * 3., seed, 3), seared(q + seed));
}

void cut(vec2 p, inout Spot s) {
  patty(rot(.4) * (p - vec2(-.46, .42)), s, 25.);
  patty(rot(1.7) * (p - vec2(.58, .38)), s, 31.);
  vec2 q = rot(-.08) * (p - vec2(.16, -.42));
  CARVE(disc, seared, sliced, q, .06, 2, .20, .23, .24, 2550.)
  seasoned(p, s, vec2(0.), .25, .8, 2560.);
}
