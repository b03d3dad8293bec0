// ground: paper
// Off the grill, one cut through: brown to the middle, as ground beef must be.
float disc(vec2 q) { return length(stir(stir(q, 5., .02, 2501.), 16., .012, 2502.)) - .46; }

Mat seared(vec2 q) {
  vec3 crumb = cells(stir(stir(q, 7., .05, 2503.), 30., .020, 2509.) * 24., 2504.);
  Mat m = crust(q, 2505., -.15 + 1.15 * bars(rot(.5) * q, .19, 2506.));
  m.col *= .74 + .36 * smoothstep(.0, .5, crumb.y) * (.6 + .8 * crumb.z);
  m.bump += .010 * smoothstep(.0, .7, crumb.y) + .014 * fbm(q * 13., 2511., 4);
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  vec3 crumb = cells(stir(stir(w, 9., .03, 2507. + k), 34., .016, 2512.) * 30., 2508. + k);
  Mat m = brownFace(w, muscle(w + vec2(k * 2.7, 0.), 2510. + k * 5., .3, 1., .30, .35 + .5 * crumb.z), d, .0, 2520. + k);
  m.col *= .82 + .26 * smoothstep(.0, .5, crumb.y);
  m.bump += .006 * smoothstep(.0, .7, crumb.y) + .008 * fbm(w * 18., 2513. + k, 3);
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
