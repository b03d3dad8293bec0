/** A frayed border: d, with the ends of the fibres. */
float fray(vec2 p, float d, float seed) { return within(d + .013 * noise(p * 28., seed) + .006 * noise(p * 70., seed), .010); }

/** Lays a slice of even thickness; the lean stands up a little from the fat about it. */
void slice(inout Spot s, vec2 p, float outline, float meat, float thick, float base, Mat m, float seed) {
  float h = base + thick * edge(outline, min(.075, thick * .45)) + .014 * smoothstep(0., -.08, meat);
  lay(s, outline, h + .03 * fbm(p * 1.7, seed, 3), m);
}

/** Which of several muscles a point is in (x) and the distance to the seam with the next (y). */
vec2 muscles(vec2 p, vec2 at[6], int count, float seed) {
  vec2 q = stir(stir(p, 2.4, .09, seed), 7., .02, seed + 1.);
  float near = 9., next = 9.;
  int id = 0;
  for (int i = 0; i < count; i++) {
    float d = length(q - at[i]);
    if (d < near) { next = near; near = d; id = i; } else next = min(next, d);
  }
  return vec2(float(id), .5 * (next - near));
}
