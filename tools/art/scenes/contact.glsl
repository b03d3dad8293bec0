// ground: oak
// focus: -.10 .46 .050
// Tell us what you need: an order slip with a few lines filled in, the pencil across it.
float written(vec2 p, float row, float upTo) {
  vec2 q = p * vec2(1., 1.) / .030;
  float word = noise(vec2(q.x * .17, row), 1411.);
  if (word < -.42 || p.x < -.60 || p.x > upTo) return 0.;
  float wave = .55 * sin(q.x * 2.1 + 2. * noise(vec2(q.x * .5, row), 1412.)) + .8 * noise(vec2(q.x * .9, row), 1413.);
  return smoothstep(.34, .12, abs(q.y - .25 - wave) / (1. + .9 * abs(cos(q.x * 2.1))));
}

void slip(vec2 p, inout Spot s) {
  float d = box(p, vec2(.74, .60), .012);
  if (d > 0.) return;
  vec3 col = vec3(.80, .765, .69) * (1. + .03 * noise(p * 120., 1401.) + .04 * fbm(p * 2., 1402., 3));
  float rule_ = 0., ink = 0.;
  for (int i = 0; i < 6; i++) {
    float y = p.y - .24 + .135 * float(i);
    rule_ = max(rule_, smoothstep(.005, .002, abs(y)) * step(abs(p.x), .64));
    if (i < 4) ink = max(ink, written(vec2(p.x, y - .012), float(i) * 7.3, i == 3 ? -.12 : .18 + .12 * noise(vec2(float(i), 3.), 1403.)));
    if (i < 3) ink = max(ink, written(vec2(p.x - .98, y - .012), 40. + float(i) * 5.1, -.34));
  }
  float head = smoothstep(.006, .002, abs(p.y - .36)) * step(abs(p.x), .64);
  float column = smoothstep(.005, .002, abs(p.x - .34)) * step(p.y, .36) * step(-.52, p.y);
  float band = box(p - vec2(-.36, .455), vec2(.28, .034), .006);
  col = mix(col, vec3(.45, .38, .30), .55 * max(rule_, column));
  col = mix(col, vec3(.36, .045, .04), max(head, smoothstep(.004, -.004, band)));
  col = mix(col, vec3(.085, .085, .10), .86 * ink);
  lay(s, d, .022 + .012 * fbm(p * 1.7, 1404., 3), Mat(col, .0, .06, .3));
}

void pencil(vec2 p, inout Spot s) {
  float body = box(p - vec2(.12, 0.), vec2(.62, .034), .004), x = -p.x - .50;
  float cone = max(abs(p.y) - .034 * clamp(1. - x / .17, 0., 1.), max(-x, x - .17));
  float d = min(body, cone);
  if (d > 0.) return;
  float a = clamp(abs(p.y) / .034, 0., 1.), facet = step(a, .42);
  vec3 col = mix(vec3(.30, .035, .03), vec3(.42, .06, .05), facet) * (1. + .05 * noise(p * vec2(6., 120.), 1420.));
  if (p.x > .60) col = vec3(.62, .56, .44) * (1. - .35 * smoothstep(.3, .7, abs(fract(p.x * 38.) - .5)));
  if (p.x > .67) col = vec3(.62, .30, .27);
  if (x > -.01 + .012 * sin(p.y * 190.)) col = vec3(.68, .49, .30) * (1. + .10 * noise(p * vec2(8., 90.), 1421.));
  if (x > .118) col = vec3(.06, .058, .06);
  lay(s, d, .05 + .055 * sqrt(max(1. - a * a, 0.)) * clamp(1. - .7 * x / .17 * step(0., x), 0., 1.), Mat(col, .0, .45, .1));
}

void cut(vec2 p, inout Spot s) {
  slip(rot(.09) * (p - vec2(-.16, .06)), s);
  pencil(rot(-.42) * (p - vec2(.44, -.30)), s);
}
