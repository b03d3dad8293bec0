// English cut, lying on their sides: bone, lean, seam of fat, lean, outer fat.
void rib(vec2 p, inout Spot s, vec2 at, float turn, float seed) {
  vec2 q = rot(turn) * (p - at), w = stir(stir(q, 2.6, .03, seed), 9., .012, seed + 1.);
  float bone = box(w - vec2(0., -.27), vec2(.50, .105), .09);
  if (bone < 0.) lay(s, bone, .10 + .26 * edge(bone, .09), ivory(w, seed + 2.));
  float endBone = max(bone, .46 - abs(w.x));
  float outline = box(w - vec2(0., .10), vec2(.455, .33), .10) + .025 * fbm(p * 3., seed + 3., 3);
  if (outline > 0. || (w.y < -.21 && bone < 0.)) return;
  float wave = .03 * sin(w.x * 6. + seed) + .03 * fbm(w * 3., seed + 4., 3);
  float low = abs(w.y + .02 + wave) - .125, high = abs(w.y - .235 + wave) - .085;
  float meat = max(min(low, high), outline + .018);
  Mat m = fat(p, seed + 5.);
  PAINT(m, fray(p, meat, seed + 6.), muscle(w, seed + 7. + 9. * step(.12, w.y + wave), .08, 3.0, .78, .45))
  lay(s, outline, .40 * edge(outline, .10) + .02 * smoothstep(0., -.07, meat) + .04 * fbm(p * 2., seed + 8., 3), m);
}

const vec3 PLACES[3] = vec3[3](vec3(-.56, .38, .10), vec3(.58, .30, -.22), vec3(.0, -.48, .05));

void cut(vec2 p, inout Spot s) {
  for (int i = 0; i < 3; i++) rib(p, s, PLACES[i].xy, PLACES[i].z, 360. + 20. * float(i));
}
