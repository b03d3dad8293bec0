// Round as a ball, seams through the face, tied both ways.
void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.50) * (p - vec2(.04, -.10));
  vec2 w = stir(q, 2., .04, 521.);
  vec3 r = roast(w, -.82, .78, .64, .78, .85);
  if (r.x < 0.) return;
  if (r.z > 0.) {
    vec2 f = stir(vec2(r.y, r.z), 4., .03, 522.);
    float out_ = oval(f - vec2(0., .39), vec2(.64, .39));
    vec2 id = muscles(f * 1.5, vec2[6](vec2(-.30, .30), vec2(.52, .52), vec2(.10, 1.06), vec2(9.), vec2(9.), vec2(9.)), 3, 527.);
    float meat = max(out_ + .016, .012 + .010 * noise(f * 6., 526.) - id.y * .66);
    Mat m = fat(f, 523.);
    PAINT(m, fray(f, meat, 524.), muscle(f, 525. + 9. * id.x, .2 + id.x, 1.3, .24, .45 + .12 * id.x))
    lay(s, -1., r.x, m);
    return;
  }
  lay(s, -1., r.x - pinch(w + vec2(.06, 0.), .40, .56) + .05 * fbm(q * 2., 529., 3), bark(w, 530., .26));
  tie(s, w + vec2(.06, 0.), -1., .40, .56, 531.);
  tieAlong(s, w, w.x < -.06 ? 1. : -1., .02, 532.);
}
