// A rack of seven: bones across, the meat between them.
void cut(vec2 p, inout Spot s) {
  vec2 q = rot(.10) * p - vec2(0., -.02);
  q.y += .10 * q.x * q.x - .05;
  vec2 w = stir(q, 2.4, .03, 240.);
  float gap = .295, lean = w.x + .16 * w.y;
  float k = clamp(floor(lean / gap + .5), -3., 3.), x = lean - k * gap;
  x += .02 * sin(w.y * 4. + k * 2.);
  vec3 each = rnd(vec2(k, 1.), 241.);
  float outline = box(w, vec2(1.07, .50), .14) + .03 * fbm(p * 3., 242., 3) + .035 * smoothstep(.04, .12, abs(x)) * smoothstep(.2, .5, abs(w.y));
  float bone = box(vec2(x, w.y - .02 * (each.x - .5)), vec2(.075, .60 + .05 * each.y), .06);
  float showing = smoothstep(.02, .14, fbm(w * vec2(5., 1.6) + k * 3., 243., 4) + .16 - .9 * smoothstep(.045, .085, abs(x)));
  if (bone < 0. && outline > -.02) {
    Mat b = ivory(vec2(w.y, x), 244. + k);
    float end_ = smoothstep(.026, .012, abs(abs(w.y) - .60 - .03) );
    lay(s, bone, .06 + .12 * edge(bone, .06), b);
  }
  if (outline > 0.) return;
  Mat m = muscle(w, 245., 1.57, 4., .45, .45);
  PAINT(m, smoothstep(.02, .2, fbm(w * vec2(3., 2.), 246., 4) - .06), fat(w, 247.))
  Mat b = ivory(vec2(w.y, x), 244. + k);
  b.col = mix(b.col, vec3(.62, .30, .24), .25);
  PAINT(m, showing, b)
  float h = .13 * edge(outline, .09) + .085 * exp(-x * x * 190.) + .03 * fbm(p * 5., 248., 3);
  lay(s, outline, h, m);
}
