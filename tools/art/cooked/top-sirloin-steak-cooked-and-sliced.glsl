// with: top-sirloin-steak
// ground: oak
// Grilled and carved thick.
Mat seared(vec2 q) {
  Mat m = crust(q, 1701., .05 + .95 * bars(rot(.5) * q, .22, 1702.));
  PAINT(m, .9 * smoothstep(-.01, .02, topSirloin(q) + .015 + .07 * smoothstep(.1, .5, q.y)), gold(q, 1704.))
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 1710. + k * 5., 1.2, 1.7, .28, .55);
  Mat m = pinkFace(w, raw, d, .070, 1720. + k);
  PAINT(m, .9 * smoothstep(.0, .02, w.y - .50 + .02 * k + .02 * noise(w * 6. + k, 1705.)) * smoothstep(-.004, -.02, d), gold(w, 1730. + k))
  return m;
}

void cut(vec2 p, inout Spot s) {
  vec2 q = rot(.10) * (p - vec2(.20, .02)) / .90;
  juice(p, s, oval(p - vec2(-.42, -.30), vec2(.74, .42)), 1740.);
  CARVE(topSirloin, seared, sliced, q, .20, 5, .19, .25, .34, 1750.)
  seasoned(p, s, vec2(0.), .45, .9, 1760.);
}
