// Pieces of the tail, thick end to tip: lobes of meat about a joint, fat outside.
void joint(vec2 p, inout Spot s, vec2 at, float r, float turn, float seed) {
  vec2 c = rot(turn) * (p - at) / r;
  vec2 q = stir(stir(c, 2., .06, seed), 6., .02, seed + 1.);
  float lobes = .92 + .035 * cos(atan(q.x, q.y) * 4.);
  float outline = (length(q) - lobes) * r;
  if (outline > 0.) return;
  float wing = min(bend(q, vec2(-.52, .10), vec2(0., -.04), vec2(.52, .10)).x - .040, bend(q, vec2(0., .5), vec2(.02, .2), vec2(0., -.1)).x - .045);
  float bone = smin(length(q) - .26, wing, .16) * r;
  vec2 id = muscles(q, vec2[6](vec2(-.5, .5), vec2(.5, .5), vec2(.52, -.44), vec2(-.52, -.44), vec2(0., -.7), vec2(9.)), 5, seed + 2.);
  float meat = max(outline + .030 + .02 * noise(p * 7., seed + 3.), .014 - id.y * r);
  meat = smax(meat, -(bone - .014), .02);
  Mat m = fat(p, seed + 4.);
  PAINT(m, fray(p, meat, seed + 5.), muscle(p, seed + 6. + 9. * id.x, id.x, 1.3, .35, .4))
  PAINT(m, within(bone, .006), sawnBone(p, bone, .020, seed + 7.))
  PAINT(m, within(length(q) * r - .075 * r, .01), Mat(vec3(.76, .60, .52), -.006, .8, .8))
  lay(s, outline, (.24 + .3 * r) * edge(outline, .10) + .02 * smoothstep(0., -.06, meat) + .025 * fbm(p * 3., seed, 3), m);
}

const vec4 PLACES[7] = vec4[7](
  vec4(-.66, .28, .44, .2), vec4(.18, .36, .39, 1.4), vec4(-.22, -.40, .36, 2.5), vec4(.50, -.36, .31, .6),
  vec4(.88, .14, .25, 2.), vec4(1.02, -.40, .19, 1.), vec4(-.82, -.44, .22, 3.));

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 7; i++) joint(p, s, PLACES[i].xy, PLACES[i].z, PLACES[i].w, 700. + 20. * float(i));
}
