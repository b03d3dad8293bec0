// with: striploin-steak
// ground: oak
// Grilled, the ribbon of fat gone gold; carved from its narrow end.
Mat seared(vec2 q) {
  Mat m = crust(q, 1601., .05 + .95 * bars(rot(-.6) * q, .20, 1602.));
  PAINT(m, .9 * smoothstep(-.01, .02, striploin(q) + striploinRim(q)), gold(q, 1604.))
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 1610. + k * 5., 1.4, 1.7, .46, .6);
  Mat m = pinkFace(w, raw, d, .058, 1620. + k);
  PAINT(m, .9 * smoothstep(.02, .04, w.y - .30 + .03 * k + .03 * noise(w * 6. + k, 1605.)) * smoothstep(-.004, -.02, d), gold(w, 1630. + k))
  return m;
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.06) * (p - vec2(.18, .04)) / .98;
  juice(p, s, oval(p - vec2(-.40, -.22), vec2(.72, .40)), 1640.);
  CARVE(striploin, seared, sliced, q, .16, 6, .16, .21, .28, 1650.)
  seasoned(p, s, vec2(0.), .45, .9, 1660.);
}
