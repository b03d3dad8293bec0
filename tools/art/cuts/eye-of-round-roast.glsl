// One long round muscle, fat along one side, two slices cut from its end.
void disc(vec2 p, inout Spot s, vec2 at, float seed, float base) {
  vec2 q = stir(p - at, 3., .03, seed);
  float outline = clock(q, float[12](.34, .35, .37, .37, .35, .34, .33, .34, .36, .37, .36, .35));
  if (outline > 0.) return;
  float meat = outline + .008 + .045 * smoothstep(.0, .32, q.y);
  Mat m = fat(p, seed + 1.);
  PAINT(m, fray(p, meat, seed + 2.), muscle(q, seed + 3., .4, 1.05, .14, .58))
  slice(s, p, outline, meat, .07, base + .10 * (q.x + .3), m, seed);
}

void cut(vec2 p, inout Spot s) {
  disc(p, s, vec2(-.94, -.36), 490., .0);
  disc(p, s, vec2(-.70, -.40), 500., .06);
  vec2 q = rot(-.30) * (p - vec2(.16, .04));
  vec2 w = stir(q, 2., .025, 511.);
  vec3 r = roast(w, -.92, 1.02, .37, .54, 1.1);
  if (r.x < 0.) return;
  if (r.z > 0.) {
    vec2 f = vec2(r.y, r.z);
    float meat = oval(f - vec2(0., .27), vec2(.37, .27)) + .008 + .045 * smoothstep(.30, .46, f.y);
    Mat m = fat(f, 512.);
    PAINT(m, fray(f, meat, 513.), muscle(f, 514., .4, 1.05, .14, .6))
    lay(s, -1., r.x, m);
    return;
  }
  Mat m = bark(w, 515., smoothstep(.28, .0, abs(w.y - .14)) * 1.2 - .12);
  lay(s, -1., r.x - pinch(w, .40, .82) + .03 * fbm(q * 2., 516., 3), m);
  tie(s, w, -1., .40, .82, 517.);
}
