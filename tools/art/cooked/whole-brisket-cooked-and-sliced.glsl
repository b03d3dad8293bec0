// with: whole-brisket
// ground: paper
// Out of the smoker: the bark, the ring of pink below it, slices as thick as a pencil.
Mat seared(vec2 q) {
  Mat m = crust(q, 2001., .85);
  m.bump += .012 * fbm(q * 14., 2002., 4);
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 2010. + k * 5., .15, 3.2, .30, .55);
  Mat m = brownFace(w, raw, d, .085, 2020. + k);
  float seam = w.y - .04 - .10 * sin(w.x * 5. + k) - .03 * k;
  PAINT(m, .55 * smoothstep(.045, .015, abs(seam)) * smoothstep(-.03, -.06, d), gold(w, 2030. + k))
  return m;
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(.06) * (p - vec2(.20, .04)) / .98;
  juice(p, s, oval(p - vec2(-.46, -.28), vec2(.70, .38)), 2040.);
  CARVE(brisket, seared, sliced, q, .16, 7, .14, .165, .40, 2050.)
}
