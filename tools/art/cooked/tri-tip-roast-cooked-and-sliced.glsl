// with: tri-tip-roast
// ground: oak
// Santa Maria fashion: a black crust of pepper, red within, carved across the grain.
Mat seared(vec2 q) {
  Mat m = crust(q, 1901., .40);
  PAINT(m, .7 * smoothstep(.15, .4, fbm(q * vec2(1.5, 2.6), 1902., 4)), gold(q, 1903.))
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 1910. + k * 5., 1.1, 1.8, .30, .55);
  return pinkFace(w, raw, d, .085, 1920. + k);
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(.10) * (p - vec2(.18, -.06)) * .88;
  juice(p, s, oval(p - vec2(-.40, -.36), vec2(.78, .40)), 1940.);
  CARVE(triTip, seared, sliced, q, .18, 6, .15, .20, .40, 1950.)
  seasoned(p, s, vec2(.1, 0.), .35, 1.3, 1960.);
}
