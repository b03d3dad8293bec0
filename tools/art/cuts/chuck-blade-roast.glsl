// A thick block of shoulder, cut face up, tied twice each way.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(.10) * (p - vec2(0., -.10)), 2.2, .04, 23.), 9., .012, 24.);
  float outline = box(q * vec2(1., 1.12), vec2(.86, .62), .44) + .05 * fbm(p * 1.6, 25., 3);
  if (outline > .02) return;
  vec2 id = muscles(q, vec2[6](vec2(-.50, .30), vec2(-.34, -.34), vec2(.20, -.06), vec2(.36, .52), vec2(.68, -.34), vec2(.04, .8)), 6, 270.);
  float meat = max(outline + .05 + .05 * fbm(p * 3., 271., 3) + .05 * smoothstep(.1, .6, q.y), .026 + .024 * fbm(p * 4., 272., 3) - id.y);
  Mat m = fat(p, 273.);
  float k = id.x;
  PAINT(m, fray(p, meat, 274.), muscle(p, 275. + k * 9., k * 1.1, 1.4, .72, .3 + .5 * fract(k * .47)))
  float h = .50 * edge(outline, .17) + .02 * smoothstep(0., -.08, meat) + .05 * fbm(p * 1.8, 276., 3);
  h -= pinch(q, .56, .30) + pinch(q.yx + .28, .56, .30);
  lay(s, outline, h, m);
  tie(s, q.yx + vec2(.0, .0), outline, .9, .1, 277.);
  tie(s, q + vec2(.28, 0.), outline, .56, .60, 278.);
}
