// A flat oval, its fibres running the whole length.
float flank(vec2 q) {
  return clock(q * vec2(.50, 1.), float[12](.46, .49, .54, .54, .50, .46, .44, .46, .52, .60, .54, .48));
}

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(rot(.14) * p - vec2(0., -.02), 1.8, .05, 571.);
  float outline = flank(q) + .012 * noise(q * vec2(5., 18.), 572.);
  if (outline > 0.) return;
  vec2 g = vec2(q.x, q.y * (1. + .22 * q.x * q.x)) + vec2(0., .03 * sin(q.x * 2.4));
  Mat m = muscle(g, 573., 0., 8.5, .26, .5);
  float ridge = fbm(vec2(g.x * .9, g.y * 17.), 574., 3);
  m.col *= 1. - .30 * smoothstep(.05, -.5, ridge);
  PAINT(m, smoothstep(.30, .5, fbm(vec2(g.x * 1.5, g.y * 12.), 575., 4) + .2 * smoothstep(-.1, 0., outline)) * .8, fat(g, 576.))
  m.col = mix(m.col, vec3(.60, .27, .25), .40 * smoothstep(.15, .6, fbm(g * vec2(1., 3.), 577., 4)));
  lay(s, outline, .15 * edge(outline, .12) + .022 * ridge + .03 * fbm(p * 1.6, 578., 3), m);
}
