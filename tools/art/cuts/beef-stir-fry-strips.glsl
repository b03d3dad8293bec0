// Thin short strips across the grain, in a loose heap.
void cut(vec2 p, inout Spot s) {
  Piece top = Piece(-1., vec3(0.), vec3(0.), 0.);
  for (int i = 0; i < 46; i++) {
    vec3 r = rnd(vec2(i, 1), 981.), t = rnd(vec2(i, 2), 982.);
    float far = sqrt((float(i) + .4) / 46.), a = float(i) * 2.39996;
    vec2 at = vec2(cos(a) * .90, sin(a) * .56) * far + vec2(0., -.05) + (r.xy - .5) * .08;
    float turn = t.x * 6.283, len = .24 + .09 * t.y;
    vec2 v = vec2(cos(turn), sin(turn)) * len;
    vec2 pull = at + vec2(-v.y, v.x) * (t.z - .5) * 1.3;
    strip(top, p, at - v, pull, at + v, .068 + .02 * r.z, .16 * (1. - far) + .10 * r.z, .05, float(i));
  }
  if (top.h < 0.) return;
  Mat m = muscle(top.at.xy + top.id * .7, 983. + top.id, 1.57, 2.6, .30, .3 + .45 * fract(top.id * .618));
  PAINT(m, step(.72, fract(top.id * .37)) * smoothstep(-.035, -.012, top.at.z), fat(p, 984.))
  lay(s, -1., top.h, m);
}
