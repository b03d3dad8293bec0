// Ground coarse: thick strands of red and soft white.
void cut(vec2 p, inout Spot s) {
  float outline = clock(stir(p, 4., .06, 5.) - vec2(.02, -.04), float[12](.66, .74, .88, .94, .92, .80, .70, .74, .92, .98, .86, .70));
  vec4 t = strands(p, .056, 920.);
  if (outline + .06 * (.5 - fract(t.y * 3.7)) > 0. || t.x < -.5) return;
  Mat m = minced(p, t, .056, .42, .5, 930.);
  PAINT(m, step(.84, fract(t.y * 5.3)) * .72, fat(p * 1.4, 931.))
  lay(s, -1., .30 * edge(outline - .02, .55) + .05 * fbm(p * 2.4, 932., 3) + t.x * 1.2, m);
}
