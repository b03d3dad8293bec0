// From the lower shoulder: squarish, coarse in the grain, rolled and tied.
void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.38) * (p - vec2(.04, -.06));
  vec2 w = stir(q, 2., .045, 280.);
  vec3 r = roast(w, -1.00, .98, .55, .66, 1.);
  if (r.x < 0.) return;
  if (r.z > 0.) {
    vec2 f = stir(vec2(r.y, r.z), 4., .03, 281.);
    float out_ = oval(f - vec2(0., .33), vec2(.55, .33));
    vec2 id = muscles(f * 1.6, vec2[6](vec2(-.5, .5), vec2(.28, .72), vec2(.42, .1), vec2(9.), vec2(9.), vec2(9.)), 3, 282.);
    float meat = max(out_ + .03 + .05 * smoothstep(.36, .66, f.y), .016 + .012 * noise(f * 6., 283.) - id.y * .6);
    Mat m = fat(f, 284.);
    PAINT(m, fray(f, meat, 285.), muscle(f, 286. + id.x * 9., id.x, 1.3, .34, .45 + .2 * id.x))
    lay(s, -1., r.x + .010 * smoothstep(0., -.06, meat), m);
    return;
  }
  lay(s, -1., r.x - pinch(w + vec2(.04, 0.), .36, .72) + .05 * fbm(q * 2., 287., 3), bark(w, 288., .42));
  tie(s, w + vec2(.04, 0.), -1., .36, .72, 289.);
  tieAlong(s, w, w.x < -.34 ? 1. : -1., .06, 290.);
}
