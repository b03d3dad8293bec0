// with: tomahawk-steak
// ground: oak
// The steak carved beside its rib, and laid back along it.
Mat seared(vec2 q) {
  Mat m = crust(q, 2101., .05 + .95 * bars(rot(-.7) * q, .20, 2102.));
  PAINT(m, .8 * smoothstep(-.01, .02, tomahawk(q) + .05 + .03 * fbm(q * 3., 2103., 3)) * smoothstep(.1, -.2, q.y), gold(q, 2104.))
  return m;
}

Mat sliced(vec2 w, float d, float k) {
  Mat raw = muscle(w + vec2(k * 2.7, 0.), 2110. + k * 5., 1.3, 1.8, .62, .6);
  Mat m = pinkFace(w, raw, d, .070, 2120. + k);
  float pocket = w.y + .20 + .04 * k + .4 * w.x;
  PAINT(m, .8 * smoothstep(.035, .02, abs(pocket)) * smoothstep(-.01, -.03, d), gold(w, 2130. + k))
  return m;
}

void cut(vec2 p, inout Spot s) {
  vec2 o = (p - vec2(.30, .02)) / .88;
  vec2 d = tomahawkRib(stir(o, 3., .02, 9.));
  float rib = tomahawkRibWidth(o, d);
  if (rib < 0.) {
    Mat m = ivory(vec2(d.y * 1.6, o.y - o.x * .45), 2140.);
    m.col *= mix(vec3(.95, .78, .60), vec3(.36, .20, .12), smoothstep(.62, .40, d.y + .10 * noise(o * 8., 2141.)));
    lay(s, rib, .05 + .15 * edge(rib, .085), m);
  }
  vec2 q = o - vec2(-.46, -.14);
  juice(p, s, oval(p - vec2(-.46, -.36), vec2(.62, .40)), 2142.);
  CARVE(tomahawk, seared, sliced, q, .06, 5, .13, .205, .36, 2150.)
  seasoned(p, s, vec2(-.3, -.1), .45, .9, 2160.);
}
