// Point and flat: the long level grain of the flat at the left, the marbled point at the right, fat between and about them.
float brisket(vec2 q) {
  return clock(q * vec2(.62, 1.) - vec2(.02, -.03), float[12](.50, .56, .68, .68, .60, .54, .47, .48, .62, .74, .62, .52));
}

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(-.10) * p, 2.2, .04, 11.), 9., .014, 12.);
  float outline = brisket(q);
  if (outline > 0.) return;
  float lip = .050 + .04 * fbm(p * 3., 13., 3) + .05 * smoothstep(.0, -.4, q.y) + .05 * smoothstep(.6, 1.1, q.x);
  float seam = q.x - .34 - .38 * q.y - .10 * sin(q.y * 4.) + .05 * fbm(p * 3., 14., 3);
  float flat_ = smax(outline + lip, seam + .035, .1);
  float point = smax(outline + lip, -seam + .055, .1);
  Mat m = fat(p, 60.);
  PAINT(m, fray(p, flat_, 15.), muscle(q, 61., .03, 6.5, .22, .45))
  PAINT(m, fray(p, point, 16.), muscle(q, 62., .8, 3.2, .72, .4))
  float h = (.20 + .20 * smoothstep(-.2, .9, q.x)) * edge(outline, .16) + .018 * smoothstep(0., -.07, min(flat_, point));
  lay(s, outline, h + .05 * fbm(p * 1.6, 17., 3), m);
}
