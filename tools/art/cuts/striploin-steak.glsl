// One muscle, a taper at one end, a ribbon of fat down one side.
float striploin(vec2 q) {
  return clock((q - vec2(.02, -.02)) * vec2(.74, 1.), float[12](.56, .60, .68, .74, .66, .56, .50, .50, .62, .80, .64, .54));
}

float striploinRim(vec2 q) { return .026 + .090 * smoothstep(.0, .40, q.y) + .03 * fbm(q * 3., 43., 3); }

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(.16) * p, 2.2, .035, 41.), 9., .012, 42.);
  float outline = striploin(q);
  if (outline > 0.) return;
  float eye = outline + striploinRim(q);
  Mat m = fat(p, 160.);
  PAINT(m, fray(p, eye, 44.), muscle(q, 161., 1.2, 1.45, .52, .6))
  float sinew = q.y - .18 - .08 * sin(q.x * 3. + .6) + .3 * smoothstep(.3, 1.2, q.x);
  PAINT(m, seamOf(p, sinew, .012, 162.) * within(eye, .01) * smoothstep(.1, .5, q.x), fat(p, 163.))
  slice(s, p, outline, eye, .19, 0., m, 7.);
}
