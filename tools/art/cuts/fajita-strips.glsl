// Longer and thicker strips, lying much the same way.
void cut(vec2 p, inout Spot s) {
  Piece top = Piece(-1., vec3(0.), vec3(0.), 0.);
  for (int i = 0; i < 22; i++) {
    vec3 r = rnd(vec2(i, 1), 991.), t = rnd(vec2(i, 2), 992.);
    float row = (float(i % 11) - 5.) / 5., second = float(i / 11);
    vec2 at = vec2(row * .90 + (r.x - .5) * .10, -.04 + (r.y - .5) * .26);
    float turn = 1.15 + (t.x - .5) * (.35 + .8 * second);
    vec2 v = vec2(cos(turn), sin(turn)) * (.54 + .14 * t.y) * (1. - .22 * abs(row)) * (1. - .12 * second);
    vec2 pull = at + vec2(-v.y, v.x) * (t.z - .5) * .7;
    strip(top, p, at - v, pull, at + v, .082 + .016 * r.z, .12 * second + .03 * r.z, .10, float(i));
  }
  if (top.h < 0.) return;
  Mat m = muscle(top.at.yx + top.id * .7, 993. + top.id, .25, 4., .30, .3 + .45 * fract(top.id * .618));
  PAINT(m, step(.66, fract(top.id * .37)) * smoothstep(-.045, -.015, top.at.z), fat(p, 994.))
  lay(s, -1., top.h, m);
}
