/** White butcher's paper about a parcel: soft dents and sharp folds. */
Mat wrapping(vec2 p, float seed) {
  vec2 q = stir(p, 2., .12, seed);
  float fold = 0.;
  for (int i = 0; i < 4; i++) {
    float n = noise(rot(float(i) * .9) * q * vec2(2.2, 4.6) * (1. + .5 * float(i)), seed + float(i));
    fold += (.5 - abs(n)) / (1. + .7 * float(i));
  }
  vec3 col = vec3(.78, .70, .585) * (1. + .05 * noise(p * vec2(30., 160.), seed + 8.) + .06 * fbm(p * 2., seed + 9., 3));
  return Mat(col, .030 * fold + .02 * fbm(p * 3., seed + 7., 4), .08, .35);
}

/** A parcel with its folds, tied crosswise, a bow where the strings meet. */
void parcel(vec2 p, inout Spot s, float seed) {
  vec2 q = stir(p, 1.8, .02, seed);
  float outline = box(q, vec2(.88, .58), .10);
  if (outline < 0.) {
    Mat m = wrapping(q, seed + 1.);
    float flap = q.y - .10 - .03 * sin(q.x * 2.), ends = abs(q.x) - .56 - .42 * abs(q.y - .05);
    float h = .42 * edge(outline, .16) + .012 * smoothstep(.006, -.006, flap) + .012 * smoothstep(-.006, .006, ends);
    m.col *= 1. - .14 * exp(-flap * flap * 9000.) - .14 * exp(-ends * ends * 7000.) * step(abs(q.y), .55);
    lay(s, outline, h - pinch(q, 9., .1) - pinch(q.yx, 9., .1), m);
    tie(s, q, outline, 9., .1, seed + 2.);
    tieAlong(s, q, outline, .0, seed + 3.);
  }
  vec2 best = vec2(9., 0.);
  for (int k = 0; k < 2; k++) {
    float side = k == 0 ? -1. : 1.;
    vec2 c = q * vec2(side, 1.), tip = vec2(.30, .10 + .05 * side);
    vec2 up = bend(c, vec2(0.), vec2(.12, .24), tip), back = bend(c, tip, vec2(.36, -.06), vec2(0.));
    vec2 tail = bend(c, vec2(0.), vec2(.10, -.16), vec2(.26 + .04 * side, -.26));
    if (up.x < best.x) best = up;
    if (back.x < best.x) best = back;
    if (tail.x < best.x) best = tail;
  }
  float w = .020, knot = length(q * vec2(.8, 1.)) - .042;
  if (best.x < w) {
    float a = best.x / w;
    lay(s, -1., .455 + .05 * sin(best.y * 3.14) + .03 * sqrt(1. - a * a), twine(a, best.y * 14., seed + 4.));
  }
  if (knot < 0.) lay(s, -1., .46 + .05 * edge(knot, .04), twine(q.x / .04, q.y / w, seed + 5.));
}

/** A butcher's knife, its tip to the left along x. */
void knife(vec2 p, inout Spot s, float seed) {
  float spine = p.y - .085 - .03 * smoothstep(-.2, -.9, p.x) * 0., belly = -p.y - .095 + .20 * pow(max(-p.x - .30, 0.) / .65, 2.2);
  float blade = max(max(spine, belly), max(p.x - .18, -p.x - .95));
  if (blade < 0.) {
    float brushed = noise(p * vec2(160., 3.), seed), ground = smoothstep(.07, .0, -belly);
    vec3 col = mix(vec3(.36, .355, .35), vec3(.56, .55, .54), .5 + .4 * brushed + .3 * noise(p * 2., seed + 1.));
    lay(s, blade, .06 + .014 * (1. - ground), Mat(mix(col, vec3(.70, .69, .67), .6 * ground), .0, .8, .0));
  }
  vec2 h = p - vec2(.60, -.01);
  float grip = box(h, vec2(.45, .085 + .02 * sin(h.x * 7.) * smoothstep(-.2, .4, h.x)), .06);
  if (grip < 0.) {
    float grain = fbm(h * vec2(4., 46.), seed + 2., 4);
    vec3 col = mix(vec3(.075, .034, .020), vec3(.20, .095, .050), .5 + .8 * grain);
    float x = abs(abs(h.x) - .13) - .13;
    float rivet = min(length(vec2(x, h.y)), length(vec2(abs(h.x), h.y))) - .022;
    col = mix(col, vec3(.62, .56, .44), smoothstep(.004, -.004, rivet));
    lay(s, grip, .04 + .09 * edge(grip, .07), Mat(col, .002 * grain, .5, .1));
  }
}
