// Even cubes on three wooden skewers.
void cut(vec2 p, inout Spot s) {
  Piece top = Piece(-1., vec3(0.), vec3(0.), 0.);
  vec2 q = rot(.16) * p;
  for (int k = 0; k < 3; k++) {
    float y = .50 - .52 * float(k) - .04, lean = .03 * (float(k) - 1.);
    vec2 d = along(q, vec2(-1.14, y - lean), vec2(1.10, y + lean));
    float wood = d.x - .020 * smoothstep(1.06, 1.0, d.y);
    if (wood < 0.) {
      vec3 col = mix(vec3(.44, .25, .11), vec3(.60, .40, .21), .5 + .5 * noise(q * vec2(2., 30.), 995.));
      lay(s, wood, .15 + .02 * edge(wood, .02), Mat(col, 0., .15, .2));
    }
    for (int i = 0; i < 5; i++) {
      vec3 r = rnd(vec2(i, k), 996.), t = rnd(vec2(i, k), 997.);
      vec2 at = vec2(-.78 + .375 * float(i) + .02 * r.x, y + lean * (float(i) - 2.) * .5);
      float size = .158 + .012 * r.y;
      block(top, q, vec3(at, .155), size * vec3(1., 1., .95), turned(vec3(.02 * t.x + .25 * floor(t.y * 4.), t.z, .35)), float(k * 5 + i));
    }
  }
  if (top.h < 0.) return;
  lay(s, -1., top.h, blockMeat(top, .30, .6));
}
