// Leg bones sawn across, standing, and one split lengthwise.
void post(vec2 p, inout Spot s, vec2 at, float r, float high, float turn, float seed) {
  vec2 c = rot(turn) * (p - at);
  vec2 q = stir(stir(c, 3., .03, seed), 11., .008, seed + 1.);
  float outline = clock(q / r, float[12](1., 1.03, 1.08, 1.04, .98, .96, .98, 1.02, 1.02, .98, .95, .97)) * r;
  if (outline > 0.) return;
  float core = clock(q / r, float[12](.62, .66, .70, .68, .62, .58, .60, .66, .66, .62, .58, .60)) * r;
  Mat m = ivory(c * 1.4, seed + 2.);
  m.col = mix(m.col, vec3(.76, .62, .46), .5);
  m.col = mix(m.col, vec3(.58, .24, .19), .40 * smoothstep(.03, .0, abs(core - .012)));
  PAINT(m, smoothstep(-.030, -.006, outline + .03 * fbm(p * 6., seed + 6., 3)) * .8, muscle(p, seed + 3., .0, 3., .6, .4))
  PAINT(m, within(core, .008), marrow(c, seed + 4.))
  lay(s, outline, high * edge(outline, .035) - .018 * within(core, .015) + .02 * within(core + .10, .08), m);
}

const vec4 PLACES[3] = vec4[3](vec4(-.74, .30, .32, .34), vec4(.02, .36, .30, .42), vec4(.74, .26, .33, .30));

void cut(vec2 p, inout Spot s) {
  vec2 q = stir(rot(-.16) * (p - vec2(-.02, -.48)), 2.6, .03, 850.);
  float flare = .20 + .10 * smoothstep(.45, .95, abs(q.x));
  float outline = box(q, vec2(.98, flare), .12) ;
  if (outline < 0.) {
    float trough = outline + .085 + .06 * smoothstep(.6, .95, abs(q.x));
    Mat m = sawnBone(q, outline, .075, 851.);
    m.col = mix(m.col, vec3(.80, .68, .54), .45);
    PAINT(m, within(trough, .01), marrow(q, 852.))
    lay(s, outline, .22 * edge(outline, .03) - .02 * within(trough, .02) + .03 * within(trough + .06, .05), m);
  }
  for (int i = 0; i < 3; i++) post(p, s, PLACES[i].xy, PLACES[i].z, PLACES[i].w, 1.3 * float(i), 860. + 10. * float(i));
}
