// The leanest: fine dark strands, pressed to an oblong as from the tray.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(rot(-.10) * p - vec2(0., -.03), 4., .03, 1.);
  float outline = box(q, vec2(.96, .60), .24);
  vec4 t = strands(p * vec2(.6, 1.), .029, 880.);
  if (outline + .04 * (.5 - fract(t.y * 3.7)) > 0. || t.x < -.5) return;
  Mat m = minced(p * vec2(.6, 1.), t, .029, .12, .40, 890.);
  lay(s, -1., .27 * edge(outline - .015, .24) + .05 * fbm(p * 2.2, 891., 3) + t.x * 1.2, m);
}
