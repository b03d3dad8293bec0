// with: ribeye-steak
// ground: slate
// focus: -.28 .40 .050
// It is read at the rib: the eye close by, and a steel rule along it.
void cut(vec2 p, inout Spot s) {
  PLACE(ribeye_steak, vec2(-.04, .14), -.05, 1.06)
  vec2 q = rot(.05) * (p - vec2(.05, -.78));
  float d = box(q, vec2(1.6, .085), .004);
  if (d > 0.) return;
  float brushed = noise(q * vec2(3., 260.), 1210.), x = q.x / .055;
  float nearest = abs(fract(x + .5) - .5) * .055, k = mod(floor(x + .5), 10.);
  float long_ = k == 0. ? .085 : k == 5. ? .062 : .042;
  float mark = smoothstep(.0045, .0025, nearest) * step(.085 - long_, q.y);
  vec3 col = mix(vec3(.52, .50, .47), vec3(.66, .64, .60), .5 + .5 * brushed);
  lay(s, d, .03 + .02 * edge(d, .006), Mat(mix(col, vec3(.05, .04, .035), mark), .0, .7, .0));
}
