// Slices thin as a coin, folded into loose ruffles.
void cut(vec2 p, inout Spot s) {
  float best = -1., id = 0., rim = 0.;
  vec2 on = vec2(0.);
  for (int i = 0; i < 13; i++) {
    vec3 r = rnd(vec2(i, 1), 1001.), t = rnd(vec2(i, 2), 1002.);
    float a = float(i) * 2.39996 + .6, far = sqrt(float(i) / 13.);
    vec2 at = vec2(cos(a) * .70, sin(a) * .42) * far + vec2(0., -.06);
    vec2 q = rot(t.x * 6.283) * (p - at);
    q = stir(q, 3.4, .06, 1003. + float(i));
    float e = clock(q * vec2(.72, 1.), float[12](.24, .26, .31, .31, .28, .24, .22, .25, .30, .32, .29, .25)) ;
    if (e > 0.) continue;
    float fold = abs(fract(q.x * (2.3 + t.y) + .6 * q.y + .12 * sin(q.y * 9. + t.z * 6.)) - .5) * 2.;
    float h = .03 + .20 * (1. - far) + .04 * r.z + .115 * smoothstep(0., 1., fold) * smoothstep(0., -.05, e) + .04 * smoothstep(-.06, 0., e) * r.y;
    if (h > best) { best = h; id = float(i); on = q + vec2(.05 * fold, 0.); rim = e; }
  }
  if (best < 0.) return;
  Mat m = muscle(on + id, 1010. + id * 5., .5, 1.8, .78, .72);
  m.col = mix(m.col, vec3(.62, .20, .17), .22);
  PAINT(m, smoothstep(-.035, -.014, rim + .03 * noise(on * 4. + id, 1004.)), fat(on, 1005.))
  lay(s, -1., best, m);
}
