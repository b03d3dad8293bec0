// Cubes of chuck, heaped.
void cut(vec2 p, inout Spot s) {
  Piece top = Piece(-1., vec3(0.), vec3(0.), 0.);
  for (int i = 0; i < 19; i++) {
    vec3 r = rnd(vec2(i, 1), 301.), t = rnd(vec2(i, 2), 302.);
    bool up = i > 12;
    float a = float(up ? i - 13 : i) * 2.39996 + .4, far = up ? .13 + .11 * float(i - 13) * .5 : .20 + .72 * sqrt(float(i) / 12.) - .1;
    vec2 at = vec2(cos(a) * far * 1.24, sin(a) * far * .74 - .02) + (r.xy - .5) * .06;
    float size = .168 + .03 * r.z;
    block(top, p, vec3(at, up ? .40 : .15), size * vec3(1., .92 + .2 * t.y, .95), turned(vec3(t.x, t.y, up ? .9 : .35)), float(i));
  }
  if (top.h < 0.) return;
  Mat m = blockMeat(top, .55, .5);
  float seam = noise(top.at.yz * 3.4 + top.id, 310.);
  PAINT(m, smoothstep(.09, .02, abs(seam - .22)) * .9 * step(.45, fract(top.id * .37)), fat(top.at.xy + top.at.zz, 311.))
  lay(s, -1., top.h, m);
}
