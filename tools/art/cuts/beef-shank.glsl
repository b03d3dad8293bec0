// Two slices through the leg: muscles threaded with sinew about a round of marrow bone.
void shank(vec2 p, inout Spot s, vec2 at, float size, float turn, float seed) {
  vec2 c = rot(turn) * (p - at) / size;
  vec2 q = stir(stir(c, 2.4, .04, seed), 9., .012, seed + 1.);
  float outline = clock(q, float[12](.54, .58, .64, .64, .58, .52, .50, .54, .58, .60, .58, .54)) * size;
  if (outline > 0.) return;
  float bone = (oval(q - vec2(-.10, .14), vec2(.185, .17)) + .01 * noise(q * 7., seed + 2.)) * size;
  float core = bone + .062 * size;
  vec2 id = muscles(q, vec2[6](vec2(-.42, -.10), vec2(-.10, -.36), vec2(.28, -.24), vec2(.40, .16), vec2(.10, .46), vec2(-.40, .36)), 6, seed + 3.);
  float meat = max(outline + .022, .012 + .014 * noise(q * 6., seed + 4.) - id.y * size);
  meat = smax(meat, -(bone - .016), .02);
  Mat m = fat(p, seed + 5.);
  m.col = mix(m.col, vec3(.70, .48, .40), .35);
  PAINT(m, fray(p, meat, seed + 6.), muscle(c, seed + 7. + 9. * id.x, id.x, 1.4, .20, .25 + .5 * fract(id.x * .41)))
  Mat b = sawnBone(p, bone, .050, seed + 8.);
  b.col = mix(b.col, vec3(.80, .68, .54), .55);
  PAINT(m, within(bone, .006), b)
  PAINT(m, within(core, .008), marrow(c, seed + 9.))
  float h = .24 * edge(outline, .08) + .014 * smoothstep(0., -.06, meat) - .02 * within(core, .02) + .012 * within(bone, .01);
  lay(s, outline, h + .02 * fbm(p * 2., seed, 3), m);
}

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 2; i++) {
    float k = float(i);
    shank(p, s, mix(vec2(-.50, .18), vec2(.56, -.22), k), .98 - .04 * k, 2.2 * k, 610. + 30. * k);
  }
}
