/** A worktop of brushed steel: the room lies on it in broad soft bands, drawn out by the brush. */
Spot table(vec2 p) {
  vec2 w = rot(.06) * p;
  float brush = noise(vec2(w.x * 1.3 + 3. * noise(vec2(2., w.y * 40.), 930.), w.y * 210.), 931.) * .6
              + noise(vec2(w.x * 4., w.y * 420.), 932.) * .4;
  float room = .5 + .5 * sin(w.y * 1.9 - .7 * w.x + .30 * fbm(p * vec2(.5, 1.4), 933., 3) + .9);
  float worn = fbm(p * 1.6, 934., 4);
  vec3 col = mix(vec3(.175, .186, .200), vec3(.445, .460, .475), room) * (1. + .13 * brush + .12 * worn);
  float scratch = 0.;
  for (int i = 0; i < 7; i++) {
    vec3 r = rnd(vec2(i, 7), 935.), o = rnd(vec2(i, 8), 936.);
    vec2 at = (r.xy - .5) * vec2(3., 2.3), v = vec2(cos(o.x * 6.3), sin(o.x * 6.3)) * (.06 + .20 * r.z);
    vec2 d = along(p, at - v, at + v);
    scratch = max(scratch, smoothstep(.0032, .001, d.x) * smoothstep(.5, .3, abs(d.y - .5)) * o.z);
  }
  col = mix(col, vec3(.66, .67, .68), .40 * scratch);
  return Spot(.004 * worn + .0004 * brush, Mat(col, 0., .22, 0.));
}
