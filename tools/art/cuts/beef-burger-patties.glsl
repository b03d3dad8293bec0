// Four pressed discs, overlapping a little.
void patty(vec2 p, inout Spot s, vec2 at, float base, float seed) {
  vec2 c = p - at;
  float r = .44, outline = length(stir(c, 5., .018, seed)) - r;
  vec4 t = strands(c, .027, seed + 1.);
  if (outline + .012 * (.5 - fract(t.y * 3.7)) > 0.) return;
  Mat m = minced(c, t, .027, .42, .55, seed + 2.);
  lay(s, -1., base + .13 * edge(outline, .07) + .012 * smoothstep(-.16, -.06, outline) + .42 * clamp(t.x, -.02, .05) + .015 * fbm(p * 3., seed, 3), m);
}

const vec2 PLACES[4] = vec2[4](vec2(-.42, .40), vec2(.52, .36), vec2(-.52, -.42), vec2(.40, -.46));

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 4; i++) patty(p, s, PLACES[i], 0., 940. + 10. * float(i));
}
