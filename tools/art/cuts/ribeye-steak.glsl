// The eye, the cap curling round it, the pocket of fat where they meet, a tail of fat.
float ribeye(vec2 q) {
  return clock(q - vec2(0., -.04), float[12](.74, .82, .97, .98, .86, .76, .70, .74, .88, 1., .92, .79));
}

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(p, 2.5, .03, 1.), 9., .014, 2.);
  float outline = ribeye(q);
  if (outline > 0.) return;
  float eye = clock(q - vec2(.15, -.12), float[12](.47, .53, .62, .72, .66, .57, .54, .55, .58, .56, .50, .46));
  float cap = smax(outline + .045 + .035 * fbm(p * 3., 3., 3), -(eye - .028 - .02 * fbm(p * 5., 4., 3)), .06);
  cap = smax(cap, .20 - q.y - .35 * (.4 - q.x) * step(q.x, .4), .08);
  float side = smax(oval(rot(-.5) * (q - vec2(-.68, -.24)), vec2(.16, .26)), outline + .05, .05);
  side = smax(side, -(eye - .03), .04);
  Mat m = fat(p, 10.);
  PAINT(m, fray(p, eye, 5.), muscle(p, 20., .5, 1.2, .60, .6))
  PAINT(m, fray(p, cap, 6.), muscle(p, 30., -.9, 2.2, .72, .3))
  PAINT(m, fray(p, side, 7.), muscle(p, 40., .2, 1.6, .5, .45))
  slice(s, p, outline, min(min(eye, cap), side), .18, 0., m, 5.);
}
