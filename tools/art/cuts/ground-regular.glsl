// The fattiest: pale, well flecked, a loose heap in two peaks.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(p, 4., .06, 3.);
  float outline = smin(oval(q - vec2(-.34, .0), vec2(.64, .58)), oval(q - vec2(.42, -.10), vec2(.60, .54)), .25);
  vec4 t = strands(p, .038, 900.);
  if (outline + .05 * (.5 - fract(t.y * 3.7)) > 0. || t.x < -.5) return;
  Mat m = minced(p, t, .038, .60, .80, 910.);
  float peaks = .16 * exp(-dot(p - vec2(-.36, .04), p - vec2(-.36, .04)) * 7.) + .10 * exp(-dot(p - vec2(.42, -.08), p - vec2(.42, -.08)) * 7.);
  lay(s, -1., .22 * edge(outline - .02, .40) + peaks + .05 * fbm(p * 2.6, 911., 3) + t.x * 1.25, m);
}
