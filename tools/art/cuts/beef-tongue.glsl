// Whole, with its rough skin: broad root, long tip, pale and rosy.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(p - vec2(0., -.04), 1.8, .03, 831.);
  vec2 d = bend(q, vec2(-.74, -.18), vec2(.10, .34), vec2(.86, -.12));
  float wide = mix(.42, .26, smoothstep(.1, 1., d.y)) + .03 * sin(d.y * 7.);
  float outline = smin(d.x - wide, oval(q - vec2(-.80, -.22), vec2(.34, .36)), .2);
  if (outline > 0.) return;
  float root = smoothstep(-.58, -.78, q.x + .10 * fbm(p * 4., 832., 3));
  vec3 bud = cells(stir(q, 5., .02, 833.) * vec2(46., 54.), 834.);
  float cloud = fbm(q * 3., 835., 4);
  vec3 col = mix(vec3(.54, .255, .235), vec3(.70, .435, .385), clamp(.5 + .7 * cloud + .5 * (bud.z - .5), 0., 1.));
  col = mix(col, vec3(.36, .22, .22), .38 * smoothstep(.05, .5, fbm(q * vec2(1.5, 4.), 836., 4)));
  col *= .80 + .25 * smoothstep(.6, .1, bud.x);
  Mat m = Mat(col, .009 * smoothstep(.6, .1, bud.x) * (1. - .5 * root), .55, .9);
  Mat raw = muscle(q, 837., .4, 1.6, .5, .45);
  PAINT(raw, smoothstep(.0, .12, fbm(q * 3.4, 838., 4) - .05), fat(q, 839.))
  PAINT(m, root, raw)
  float groove = .030 * exp(-pow(d.x / .03, 2.)) * smoothstep(.1, .3, d.y) * smoothstep(.95, .7, d.y);
  float side = smoothstep(-.16, -.04, outline);
  m.col = mix(m.col, m.col * vec3(1.15, .8, .75), .5 * side);
  lay(s, outline, mix(.52, .30, smoothstep(-.6, 1., q.x)) * edge(outline, .26) - groove + .03 * fbm(p * 2.4, 840., 3), m);
}
