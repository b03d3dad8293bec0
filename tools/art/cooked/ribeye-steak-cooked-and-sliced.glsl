// with: ribeye-steak
// ground: oak
// Rested and carved across: half the steak in its crust, the slices leaning on each other.
Mat seared(vec2 q) {
  Mat m = crust(q, 1501., .05 + .95 * bars(rot(.7) * q, .22, 1502.));
  float rim = ribeye(q) + .07 + .03 * fbm(q * 3., 1503., 3);
  PAINT(m, .8 * smoothstep(-.01, .02, rim) * smoothstep(.25, -.1, q.y), gold(q, 1504.))
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 1510. + k * 5., 1.3, 1.8, .62, .6);
  Mat m = pinkFace(w, raw, d, .060, 1520. + k);
  float pocket = w.y - .28 - .05 * k + .5 * w.x + .05 * noise(w * 7. + k, 1505.);
  PAINT(m, .8 * smoothstep(.035, .02, abs(pocket)) * smoothstep(-.01, -.03, d), gold(w, 1530. + k))
  return m;
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.18) * (p - vec2(.14, .0)) / .92;
  juice(p, s, oval(p - vec2(-.44, -.26), vec2(.66, .44)), 1540.);
  CARVE(ribeye, seared, sliced, q, .14, 6, .13, .20, .26, 1550.)
  seasoned(p, s, vec2(0.), .45, .9, 1560.);
}
