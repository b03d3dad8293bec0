// A level slab of long fibres with the fat cap along one side.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(-.12) * p - vec2(0., -.03), 2., .045, 551.), 9., .014, 552.);
  float outline = box(q * vec2(1., 1.), vec2(1.02 - .10 * q.y, .56 - .08 * q.x), .20) + .03 * fbm(p * 2., 553., 3);
  if (outline > 0.) return;
  float lip = .02 + .13 * smoothstep(.02, -.42, q.y) * smoothstep(.05, -.1, outline + q.y * .4 + .1) + .03 * fbm(p * 3., 554., 3);
  float meat = outline + lip;
  Mat m = fat(p, 555.);
  PAINT(m, fray(p, meat, 556.), muscle(q, 557., .05, 6.5, .34, .45))
  float isle = fbm(q * vec2(1.4, 4.2), 558., 5) - .34;
  PAINT(m, smoothstep(0., .07, isle) * .9, fat(q, 559.))
  m.bump += .012 * fbm(vec2(q.x * 1.2, q.y * 12.), 560., 3);
  lay(s, outline, .27 * edge(outline, .13) + .018 * smoothstep(0., -.07, meat) + .04 * fbm(p * 1.6, 561., 3), m);
}
