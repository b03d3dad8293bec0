// The centre cut, the same from end to end, trimmed and tied.
void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.42) * (p - vec2(.02, -.08));
  vec2 w = stir(q, 2., .03, 190.);
  vec3 r = roast(w, -1.12, 1.02, .36, .46, 1.1);
  if (r.x < 0.) return;
  float skin = -1.;
  if (r.z > 0.) {
    float section = oval(vec2(r.y, r.z - .23), vec2(.36, .23));
    Mat m = muscle(vec2(r.y, r.z) * 1.1, 191., .3, 1.05, .20, .62);
    PAINT(m, seamOf(p, length(vec2(r.y - .05, r.z + .25)) - .34, .010, 192.), fat(p, 193.))
    PAINT(m, smoothstep(-.05, -.01, section) * .5, fat(vec2(r.y, r.z), 194.))
    lay(s, -1., r.x + .02 * fbm(p * 3., 195., 3), m);
    return;
  }
  Mat m = bark(w, 196., .04);
  lay(s, -1., r.x - pinch(w, .34, .70) + .03 * fbm(q * 2., 197., 3), m);
  tie(s, w, skin, .34, .70, 198.);
}
