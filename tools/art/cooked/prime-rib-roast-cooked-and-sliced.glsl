// ground: oak
// Standing on its bones, the first slices carved and laid before it.
Mat eyeOf(vec2 f, float out_, float seed) {
  float eye = clock(f, float[12](.20, .25, .33, .36, .32, .26, .22, .23, .28, .30, .26, .22));
  float cap = smax(out_ + .055, -(eye - .03), .05);
  Mat m = gold(f, seed);
  PAINT(m, fray(f, eye, seed + 1.), pinkFace(f, muscle(f * 1.1, seed + 2., .5, 1.3, .55, .62), out_ + .03, .12, seed + 3.))
  PAINT(m, fray(f, cap, seed + 4.), pinkFace(f, muscle(f * 1.1, seed + 5., -.9, 2., .6, .35), out_ + .03, .12, seed + 6.))
  return blend(crust(f, seed + 7., .4), m, smoothstep(-.012, -.035, out_));
}

void slice_(vec2 q, inout Spot s, float base, float seed) {
  vec2 f = stir(q, 4., .03, seed);
  float out_ = oval(f, vec2(.56, .42));
  if (out_ > 0.) return;
  lay(s, out_, base + .10 * edge(out_, .05) + .03 * q.y, eyeOf(f - vec2(.04, .0), out_, seed + 1.));
}

void cut(vec2 p, inout Spot s) {
  juice(p, s, oval(p - vec2(-.46, -.42), vec2(.78, .40)), 2640.);
  slice_(rot(.25) * (p - vec2(-.78, -.34)) / .86, s, .0, 2650.);
  slice_(rot(-.05) * (p - vec2(-.34, -.52)) / .86, s, .10, 2670.);
  vec2 q = rot(-.48) * (p - vec2(.36, .14)) * 1.18;
  vec2 w = stir(q, 2., .03, 200.);
  vec3 r = roast(w, -.88, .92, .56, .82, .95);
  if (r.x > 0.) {
    if (r.z > 0.) {
      vec2 f = stir(vec2(r.y, r.z) - vec2(0., .41), 4., .03, 2610.);
      lay(s, -1., r.x, eyeOf(f - vec2(.06, .0), oval(f, vec2(.56, .41)), 2611.));
    } else {
      Mat m = crust(w, 2620., .45);
      PAINT(m, .7 * smoothstep(.0, .25, fbm(w * vec2(1.3, 2.6), 2621., 5) + .08), gold(w, 2622.))
      lay(s, -1., r.x - pinch(w + vec2(.12, 0.), .46, .60) + .04 * fbm(q * 2., 2623., 3), m);
      tie(s, w + vec2(.12, 0.), -1., .46, .60, 2624.);
    }
  }
  seasoned(p, s, vec2(0., -.1), .40, 1., 2660.);
}
