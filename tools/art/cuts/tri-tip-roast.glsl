// A triangle whose grain turns partway along.
float triTip(vec2 q) {
  return smin(triangle(q, vec2(-.78, .20), vec2(.80, .38), vec2(-.02, -.34), .20), length(q - vec2(-.72, .22)) - .26, .2);
}

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir((p - vec2(-.02, -.06)) * .86, 2.2, .04, 461.), 9., .012, 462.);
  float outline = triTip(q);
  if (outline > 0.) return;
  float turn = smoothstep(-.35, .25, q.x - .3 * q.y);
  Mat m = muscle(q, 463., -.55, 5., .30, .45);
  PAINT(m, turn, muscle(q, 463., .75, 5., .34, .5))
  float isle = fbm(q * vec2(1.5, 2.6), 464., 5) - .20 + .20 * smoothstep(-.10, .0, outline);
  PAINT(m, smoothstep(0., .09, isle), fat(q, 465.))
  m.bump += .010 * smoothstep(0., .2, isle);
  m.col = mix(m.col, vec3(.55, .22, .21), .30 * smoothstep(.1, .6, fbm(q * vec2(2., 3.), 466., 4)));
  lay(s, outline, .42 * edge(outline, .34) + .05 * fbm(p * 1.8, 467., 3), m);
}
