/** A length of twine lying loose, pulled into a bow. */
void looseTwine(vec2 p, inout Spot s, vec2 a, vec2 pull, vec2 b, float seed) {
  vec2 d = bend(p + .02 * vec2(noise(p * 4., seed), noise(p * 4., seed + 1.)), a, pull, b);
  float w = .017, x = d.x / w;
  if (x < 1. && d.y > .002 && d.y < .998) lay(s, -1., s.h + .032 * sqrt(1. - x * x), twine(x, d.y * length(b - a) / w * .7, seed));
}

/** A sprig of rosemary along x, its tip to the right. */
void sprig(vec2 p, inout Spot s, float seed) {
  vec2 q = vec2(p.x, p.y - .10 * p.x * p.x - .02 * sin(p.x * 7.));
  float stem = max(abs(q.y) - .011, abs(q.x) - .56);
  if (stem < 0.) lay(s, stem, s.h + .03 * edge(stem, .010), Mat(vec3(.11, .085, .040), .002, .2, .2));
  if (abs(q.x) > .74 || abs(q.y) > .22) return;
  float gap = .030, tall = -1.;
  Mat m;
  for (int side = 0; side < 2; side++) {
    float up = side == 0 ? 1. : -1.;
    vec2 c = vec2(q.x, q.y * up);
    float k0 = floor((c.x - c.y * 1.1) / gap);
    for (int j = -2; j <= 2; j++) {
      float k = k0 + float(j);
      vec3 r = rnd(vec2(k + 60., float(side)), seed);
      float from = k * gap + .012 * r.x;
      if (abs(from) > .57) continue;
      float reach = (.13 + .05 * r.y) * smoothstep(.80, .30, from), lean = .85 + .5 * r.z;
      vec2 d = along(c, vec2(from, 0.), vec2(from + reach * lean, reach));
      float e = d.x - .0105 * (1. - .6 * d.y);
      if (e > 0.) continue;
      float h = .022 + .05 * r.x * d.y + .018 * edge(e, .009);
      if (h < tall) continue;
      tall = h;
      vec3 col = mix(vec3(.030, .052, .022), vec3(.105, .150, .068), r.y);
      m = Mat(col * (.75 + .5 * smoothstep(.0, -.008, e)), .0, .35, .35);
    }
  }
  if (tall > 0.) lay(s, -1., s.h + tall, m);
}

/** A small bowl turned of wood, full of salt. */
void bowl(vec2 p, inout Spot s, float r, float seed) {
  float d = length(p) - r;
  if (d > 0.) return;
  float inner = d + .11 * r / .3;
  float ring = fbm(vec2(length(p) * 22., atan(p.y, p.x) * 1.2), seed, 3);
  Mat m = Mat(mix(vec3(.10, .046, .020), vec3(.22, .115, .052), .5 + .7 * ring), .0, .35, .1);
  if (inner < 0.) {
    vec3 grain = cells(p * 40., seed + 1.);
    m = Mat(vec3(.80, .78, .75) * (.72 + .28 * smoothstep(.6, .1, grain.x)), .016 * smoothstep(.5, 0., grain.x), .7, .8);
    lay(s, d, s.h + .22 + .05 * edge(inner, .2) + .02 * fbm(p * 5., seed + 2., 3), m);
  } else lay(s, d, s.h + .27 * edge(d, .07) , m);
}
