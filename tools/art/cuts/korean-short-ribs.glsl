// Strips sawn thin across the bones: a row of ovals along the edge of each.
void kalbi(vec2 p, inout Spot s, vec2 at, float turn, float base, float seed) {
  vec2 c = rot(turn) * (p - at);
  vec2 q = stir(stir(c, 2., .035, seed), 9., .012, seed + 1.);
  float outline = box(q, vec2(1.06, .25), .12) + .025 * fbm(p * 3., seed + 2., 3);
  float bone = 9., around = 9.;
  for (int i = 0; i < 4; i++) {
    float x = -.76 + .51 * float(i) + .03 * sin(seed + float(i) * 2.);
    bone = min(bone, oval(rot(.15) * (q - vec2(x, -.115)), vec2(.150, .080)));
    around = min(around, oval(q - vec2(x, -.13), vec2(.185, .125)));
  }
  outline = smin(outline, around, .04);
  if (outline > 0.) return;
  float layer = q.y - .06 - .03 * sin(q.x * 5. + seed), top = q.y - .185 - .02 * sin(q.x * 4.);
  float meat = max(max(outline + .014, -around * .8 + .0), .012 + .012 * noise(q * 5., seed + 3.) - min(abs(layer), abs(top) + .004));
  Mat m = fat(p, seed + 4.);
  PAINT(m, fray(p, meat, seed + 5.), muscle(q, seed + 6. + 9. * step(0., layer), .2, 2.2, .72, .55))
  PAINT(m, within(bone, .006), sawnBone(p, bone, .016, seed + 7.))
  lay(s, outline, base + .085 * edge(outline, .045) + .010 * smoothstep(0., -.05, meat) + .02 * fbm(p * 2., seed + 8., 3), m);
}

const vec3 PLACES[3] = vec3[3](vec3(-.02, .54, .06), vec3(.04, -.02, -.05), vec3(-.02, -.58, .03));

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 3; i++) kalbi(p, s, PLACES[i].xy, PLACES[i].z, 0., 1020. + 20. * float(i));
}
