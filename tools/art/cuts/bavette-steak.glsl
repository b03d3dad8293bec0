// Long loose fibres in ridges, an outline that follows them.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(rot(.10) * p - vec2(0., -.02), 1.6, .07, 471.);
  vec2 g = rot(.22) * q;
  float outline = box(q, vec2(1.0, .52), .26) + .06 * fbm(p * vec2(1.4, 1.8), 472., 3) + .022 * noise(g * vec2(3., 22.), 473.);
  if (outline > 0.) return;
  Mat m = muscle(g, 474., 0., 6.5, .38, .4);
  float ridge = fbm(vec2(g.x * 1.1, g.y * 13.) + .3 * noise(g * 3., 475.), 476., 3);
  m.col *= 1. - .35 * smoothstep(.05, -.5, ridge);
  PAINT(m, smoothstep(.28, .5, fbm(vec2(g.x * 1.8, g.y * 11.), 477., 4)) * .75, fat(g, 478.))
  float h = .17 * edge(outline, .10) + .045 * ridge + .04 * fbm(p * 1.5, 479., 3);
  lay(s, outline, h, m);
}
