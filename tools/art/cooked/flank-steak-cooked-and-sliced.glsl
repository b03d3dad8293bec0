// with: flank-steak
// ground: oak
// Seared hard and carved thin across the grain.
float whole(vec2 q) { return flank(q) + .012 * noise(q * vec2(5., 18.), 1801.); }

Mat seared(vec2 q) {
  float ridge = fbm(vec2(q.x * .9, q.y * 17.), 1802., 3);
  Mat m = crust(q, 1803., .25 - .6 * ridge);
  m.bump += .02 * ridge;
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w * 1.2 + vec2(k * 2.7, 0.), 1810. + k * 5., .2, 1.1, .16, .6);
  return pinkFace(w, raw, d, .042, 1820. + k);
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(.08) * (p - vec2(.16, .04)) / 1.02;
  juice(p, s, oval(p - vec2(-.40, -.26), vec2(.80, .36)), 1840.);
  CARVE(whole, seared, sliced, q, .24, 9, .12, .135, .21, 1850.)
  seasoned(p, s, vec2(0.), .40, .8, 1860.);
}
