/** The seared outside: brown to black, golden where it caught. `dark` 0 to 1. */
Mat crust(vec2 p, float seed, float dark) {
  vec2 q = stir(p, 6., .05, seed);
  float cloud = fbm(q * 2.8, seed + 1., 4), grain = fbm(q * 16., seed + 2., 4), fine = noise(p * 85., seed + 3.);
  float v = clamp(.55 + .9 * cloud + .75 * grain + .18 * fine - .55 * dark, 0., 1.);
  vec3 col = mix(vec3(.028, .011, .007), vec3(.200, .070, .026), v);
  col = mix(col, vec3(.40, .18, .065), .55 * smoothstep(.10, .55, grain + .5 * cloud - .3 * dark));
  return Mat(col, .010 * cloud + .010 * grain + .0012 * fine, .75, .2);
}

/** Dark bars from a grill's rods, `gap` apart along x. */
float bars(vec2 q, float gap, float seed) {
  float x = q.x + .012 * noise(q * 4., seed);
  float d = abs(x - gap * floor(x / gap + .5));
  return smoothstep(.036, .014, d + .02 * noise(q * 9., seed + 1.));
}

/** Cooks raw flesh: `pale` replaces bright lean, `deep` dark lean, gold fat; the texture stays. */
Mat cookedAs(Mat raw, vec3 deep, vec3 pale) {
  float lean = clamp((raw.col.r - .15) / .36, 0., 1.), white = clamp((raw.col.g - .16) / .40, 0., 1.);
  vec3 col = mix(mix(deep, pale, lean), vec3(.74, .50, .31), .7 * white);
  return Mat(col, raw.bump, .85, .6);
}

/**
 * The face of a slice: pink within, brown in a band of `ring` about it, the crust at the rim. `d` is
 * to the outline of the slice; `raw` the muscle that was cut.
 */
Mat pinkFace(vec2 p, Mat raw, float d, float ring, float seed) {
  float at = -d + .35 * ring * noise(p * 9., seed) + .15 * ring * noise(p * 30., seed + 1.);
  Mat rose = cookedAs(raw, vec3(.44, .070, .057), vec3(.69, .205, .150));
  Mat done = cookedAs(raw, vec3(.235, .105, .060), vec3(.43, .235, .145));
  Mat m = blend(done, rose, smoothstep(.3 * ring, 1.5 * ring, at));
  return blend(crust(p, seed + 2., .35), m, smoothstep(.010, .026, at));
}

/** Braised or smoked flesh: brown throughout, its fibres parting; `ring` of pink below the bark. */
Mat brownFace(vec2 p, Mat raw, float d, float ring, float seed) {
  Mat m = cookedAs(raw, vec3(.150, .070, .038), vec3(.40, .215, .125));
  float at = -d + .02 * noise(p * 7., seed);
  if (ring > 0.) m.col = mix(m.col, m.col * vec3(1.45, .62, .55), .8 * smoothstep(ring, .45 * ring, at));
  return blend(crust(p, seed + 2., .75), m, smoothstep(.012, .034, at));
}

/** Rendered fat: gold, brown where it crisped. */
Mat gold(vec2 p, float seed) {
  Mat m = fat(p, seed);
  float brown = smoothstep(-.15, .55, fbm(p * 6., seed + 9., 4));
  m.col = mix(vec3(.66, .40, .18), vec3(.36, .145, .045), brown) * (.75 + .35 * m.col.g);
  m.gloss = .9;
  return m;
}

/**
 * One of a row of slices that lean on each other: the height of its plane at `across`, -1 where it
 * rests on the one before to 1 where it touches the table.
 */
float leaning(float across, float low, float high) { return mix(high, low, .5 + .5 * across); }

/** Coarse salt and pepper on the surface, thinning out from a centre. */
void seasoned(vec2 p, inout Spot s, vec2 about, float much, float pepper, float seed) {
  float near = exp(-dot(p - about, p - about) * 1.9) * smoothstep(-.5, .35, noise(p * 2.6, seed + 2.));
  much *= near;
  pepper *= near;
  vec2 g = p * 16., i = floor(g), f = g - i;
  vec3 r = rnd(i, seed), t = rnd(i, seed + 1.);
  vec2 off = (f - .25 - .5 * r.xy) / 16.;
  if (r.z < .30 * pepper) {
    float d = length(off) - .005 - .005 * t.x;
    if (d < 0.) s = Spot(s.h + .010 * edge(d, .008), Mat(vec3(.030, .022, .017), .0, .3, .1));
  } else if (r.z > 1. - .5 * much) {
    float d = box(rot(t.x * 6.) * off, vec2(.0085, .0065) * (.7 + .6 * t.y), .002);
    if (d < 0.) s = Spot(s.h + .011 * edge(d, .003), Mat(vec3(.86, .83, .79), .0, .9, .8));
  }
}

/** Juice that has run out on the board: darker and wet. d is to its border. */
void juice(vec2 p, inout Spot s, float d, float seed) {
  float e = d + .05 * fbm(p * 4., seed, 3);
  if (e > 0.) return;
  float in_ = smoothstep(0., -.03, e);
  s.mat.col = mix(s.mat.col, s.mat.col * vec3(.58, .37, .27), .6 * in_);
  s.mat.gloss = mix(s.mat.gloss, .6, in_);
}

// A cut carved from its left end: the rest with its crust, then `count` slices leaning towards the lamp.
// `shape(q)` is the outline of the cut from above; `crusted(q)` what it looks like from above;
// `inside(q, d)` what it is cut through, with d to the rim of the slice. `from` is where the knife
// began, `step_` how thick it cut, `thick` how high the cut lies.
#define CARVE(shape, crusted, inside, q, from, count, step_, spread_, thick, seed) { \
  float whole_ = smax(shape(q), (from) - q.x, .03); \
  if (whole_ < 0.) lay(s, whole_, thick * edge(whole_, .10) + .02 * fbm(q * 3., seed, 3), crusted(q)); \
  for (int i_ = 0; i_ < count; i_++) { \
    float k_ = float(i_), at_ = (from) - step_ * (k_ + .5); \
    vec3 r_ = rnd(vec2(i_, 3), seed + 1.); \
    float half_ = thick * .52; \
    vec2 c_ = vec2((from) - half_ * 1.1 - spread_ * (k_ + .15 * r_.x), .03 * (r_.y - .5)); \
    vec2 w_ = rot(.10 * (r_.z - .5) - .035 * (k_ - float(count) * .5)) * (q - c_); \
    w_ = stir(w_, 5., .010, seed + k_); \
    if (abs(w_.x) > half_ * 1.2) continue; \
    float d_ = smax(shape(vec2(at_, w_.y)), abs(w_.x) - half_, .09); \
    if (d_ > 0.) continue; \
    float h_ = leaning(-w_.x / half_, .03, .30 * thick + .16) + .05 * edge(d_, .04) - .05; \
    if (h_ + .05 > s.h) lay(s, d_, h_, inside(w_, d_, k_)); \
  } \
}
