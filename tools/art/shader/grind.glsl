/** Minced strands at a point: height (x), which strand (y), how far along (z), how far off (w). */
vec4 strands(vec2 p, float r, float seed) {
  vec4 best = vec4(-1., 0., 0., 0.);
  for (int layer = 0; layer < 2; layer++) {
    float own = seed + float(layer) * 40., size = r * 3.1;
    vec2 q = stir(stir(p, 3., .09, own), 1.1 / r * .3, r * .6, own + 2.) / size;
    vec2 i = floor(q);
    for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++) {
      vec2 c = i + vec2(x, y);
      vec3 k = rnd(c, own);
      float a = 3.4 * noise(c * .17, own + 3.) + (k.z - .5) * 1.5;
      vec2 v = vec2(cos(a), sin(a)) * (.75 + .75 * k.x);
      vec2 d = along(q, c + k.xy - v, c + k.xy + v);
      float wide = r / size * (.85 + .3 * k.y), x_ = d.x / wide;
      if (x_ > 1.) continue;
      float h = size * wide * sqrt(1. - x_ * x_) + r * 1.5 * (k.z - .5) + r * 1.1 * float(layer) - r * 1.2 * pow(abs(d.y - .5) * 2., 4.);
      if (h > best.x) best = vec4(h, k.x + k.y * 13. + float(layer), d.y * length(v) * 2. * size, x_);
    }
  }
  return best;
}

/** The meat of a strand. `fatty` 0 to 1 is how much white is minced in. */
Mat minced(vec2 p, vec4 s, float r, float fatty, float tone, float seed) {
  float own = fract(s.y * 7.31);
  float blotch = noise(p * .9 / r * .5 + own * 9., seed), fine = fbm(p * 1.6 / r, seed + 1., 3);
  float v = .42 + .5 * (own - .5) + .5 * blotch + .3 * fine + .6 * (tone - .5);
  vec3 col = mix(vec3(.20, .009, .014), vec3(.50, .042, .038), clamp(v, 0., 1.));
  col = mix(col, vec3(.56, .17, .13), (.22 + .4 * fatty) * smoothstep(-.1, .6, fbm(p * .8 / r, seed + 3., 3)));
  float bit = noise(p * .55 / r + own * 31., seed + 5.) + .45 * noise(p * 1.7 / r, seed + 6.);
  float white = smoothstep(.62 - .72 * fatty, .80 - .66 * fatty, bit);
  col = mix(col, mix(MARBLE, vec3(.80, .46, .37), .5 * own), .9 * white);
  return Mat(col, .05 * r * fine + .03 * r * white, .85, 1.);
}
