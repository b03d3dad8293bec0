// Fresh from the plate of the mincer: a loose mound of strands.
void cut(vec2 p, inout Spot s) {
  float outline = clock(stir(p, 4., .06, 1.) - vec2(0., -.04), float[12](.70, .78, .92, .98, .90, .78, .70, .76, .92, 1., .92, .76));
  vec4 t = strands(p, .036, 400.);
  if (outline + .05 * (.5 - fract(t.y * 3.7)) > 0. || t.x < -.5) return;
  Mat m = minced(p, t, .036, .36, .55, 410.);
  lay(s, -1., .34 * edge(outline - .02, .62) + .06 * fbm(p * 2.6, 411., 3) + t.x * 1.25, m);
}
