// A thick rib steak on the whole of its rib, scraped clean.
float tomahawk(vec2 q) {
  return clock(q, float[12](.66, .66, .68, .70, .66, .62, .62, .68, .74, .76, .72, .68));
}

/** Distance to the rib's middle line, and how far along it. */
vec2 tomahawkRib(vec2 b) { return bend(b, vec2(-.30, -.20), vec2(.42, .10), vec2(1.16, .64)); }

float tomahawkRibWidth(vec2 p, vec2 d) {
  return d.x - .088 + .016 * sin(d.y * 3.) - .030 * smoothstep(.82, 1., d.y) + .008 * noise(p * 7., 8.);
}

void cut(vec2 p, inout Spot s) {
  vec2 b = stir(p, 3., .02, 9.);
  vec2 d = tomahawkRib(b);
  float rib = tomahawkRibWidth(p, d);
  if (rib < 0.) {
    Mat m = ivory(vec2(d.y * 1.6, b.y - b.x * .45), 230.);
    PAINT(m, smoothstep(.52, .40, d.y + .08 * noise(p * 8., 231.)) * .75, fat(p, 232.))
    lay(s, rib, .05 + .15 * edge(rib, .085), m);
  }
  vec2 q = stir(stir(p - vec2(-.48, -.14), 2.5, .03, 1.), 9., .013, 2.);
  float outline = tomahawk(q);
  if (outline > 0.) return;
  float eye = clock(rot(-.5) * (q - vec2(.10, -.12)), float[12](.40, .43, .48, .50, .46, .40, .38, .40, .42, .44, .42, .40));
  float cap = smax(outline + .05 + .03 * fbm(p * 3., 3., 3), -(eye - .03 - .02 * fbm(p * 5., 4., 3)), .06);
  cap = smax(cap, dot(q, vec2(.62, -.78)) - .12, .08);
  float strap = bend(q, vec2(.30, .62), vec2(.58, .2), vec2(.60, -.34)).x - .05;
  Mat m = fat(p, 233.);
  PAINT(m, fray(p, eye, 5.), muscle(p, 234., .9, 1.2, .62, .6))
  PAINT(m, fray(p, cap, 6.), muscle(p, 235., -.6, 2.2, .75, .35))
  PAINT(m, within(max(strap, outline + .02), .008), sawnBone(p, strap, .015, 236.))
  slice(s, p, outline, min(eye, cap), .30, 0., m, 5.);
}
