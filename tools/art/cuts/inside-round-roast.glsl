// A broad lean roast with a blanket of fat on top, tied.
void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.36) * (p - vec2(.02, -.06));
  vec2 w = stir(q, 2., .04, 481.);
  vec3 r = roast(w, -.98, .94, .62, .72, .95);
  if (r.x < 0.) return;
  if (r.z > 0.) {
    vec2 f = stir(vec2(r.y, r.z), 4., .03, 482.);
    float out_ = oval(f - vec2(0., .36), vec2(.62, .36));
    vec2 id = muscles(f, vec2[6](vec2(.05, .34), vec2(-.52, .22), vec2(9.), vec2(9.), vec2(9.), vec2(9.)), 2, 483.);
    float meat = max(out_ + .012 + .075 * smoothstep(.42, .62, f.y), .007 - id.y);
    Mat m = fat(f, 484.);
    PAINT(m, fray(f, meat, 485.), muscle(f, 486. + 9. * id.x, .4, 1.3, .17, .5 + .2 * id.x))
    lay(s, -1., r.x, m);
    return;
  }
  Mat m = bark(w, 487., smoothstep(.30, -.1, abs(w.y - .08)) * .95);
  lay(s, -1., r.x - pinch(w + vec2(.1, 0.), .42, .72) + .05 * fbm(q * 2., 488., 3), m);
  tie(s, w + vec2(.1, 0.), -1., .42, .72, 489.);
}
