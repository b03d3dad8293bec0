// ground: paper
// A pot roast after four hours: dark outside, its muscles parting under the knife.
float pot(vec2 q) { return box(stir(stir(q, 2.2, .05, 2301.), 8., .02, 2302.) * vec2(1., 1.12), vec2(.92, .60), .42); }

Mat seared(vec2 q) {
  Mat m = crust(q, 2303., .45);
  float seam = muscles(q, vec2[6](vec2(-.50, .30), vec2(-.34, -.34), vec2(.20, -.06), vec2(.36, .52), vec2(.68, -.34), vec2(.04, .8)), 6, 270.).y;
  PAINT(m, .8 * smoothstep(.05, .02, seam + .03 * noise(q * 6., 2304.)), gold(q, 2305.))
  m.bump -= .03 * smoothstep(.05, .0, seam);
  m.gloss = 1.;
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  vec2 id = muscles(w * vec2(1., 1.) + vec2(.09 * k, 0.), vec2[6](vec2(-.1, .46), vec2(.05, .06), vec2(-.05, -.42), vec2(9.), vec2(9.), vec2(9.)), 3, 2306.);
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 2310. + k * 5. + id.x, .2 + id.x * .8, 4.2, .46, .5);
  Mat m = brownFace(w, raw, d, .0, 2320. + k);
  PAINT(m, .8 * smoothstep(.030, .012, id.y + .02 * noise(w * 8., 2307.)) * smoothstep(-.02, -.04, d), gold(w, 2330. + k))
  m.bump += .016 * fbm(rot(.2 + id.x * .8) * w * vec2(5., 26.), 2308. + k, 3);
  return m;
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.08) * (p - vec2(.18, .02)) / .98;
  juice(p, s, oval(p - vec2(-.36, -.34), vec2(.74, .40)), 2340.);
  CARVE(pot, seared, sliced, q, .12, 4, .20, .27, .46, 2350.)
  seasoned(p, s, vec2(0.), .30, .9, 2360.);
}
