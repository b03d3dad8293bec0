/** Signed distance along x to the nearest of the ties, `gap` apart, as far out as `reach`. */
float toTie(vec2 q, float gap, float reach) {
  float x = q.x + .025 * sin(q.y * 5. + q.x * 9.);
  float k = clamp(floor(x / gap + .5), -floor(reach / gap), floor(reach / gap));
  return x - k * gap;
}

/** How far the ties press the meat in. */
float pinch(vec2 q, float gap, float reach) {
  float d = toTie(q, gap, reach);
  return .030 * exp(-d * d * 900.) + .012 * exp(-d * d * 90.);
}

/** Twine about a roast that already lies there, across its local x. */
void tie(inout Spot s, vec2 q, float outline, float gap, float reach, float seed) {
  float w = .019, d = toTie(q, gap, reach);
  if (abs(d) > w || outline > .006) return;
  float a = d / w;
  s = Spot(s.h + .036 * sqrt(1. - a * a), twine(a, q.y / w * .5, seed));
}

/** One string the length of the roast, along local y = at. */
void tieAlong(inout Spot s, vec2 q, float outline, float at, float seed) {
  float w = .017, d = q.y - at - .02 * sin(q.x * 6. + seed);
  if (abs(d) > w || outline > .004) return;
  float a = d / w;
  s = Spot(s.h + .034 * sqrt(1. - a * a), twine(a, q.x / w * .5, seed));
}

/** The outside of a trimmed roast: long fibres along x, silvery skin and islands of fat. */
Mat bark(vec2 q, float seed, float fatness) {
  Mat m = muscle(q, seed, 0., 5., .16, .38);
  float skin = smoothstep(.12, .6, fbm(q * vec2(1.2, 3.4), seed + 4., 4));
  m.col = mix(m.col, vec3(.56, .22, .21), .42 * skin);
  float isle = fbm(q * vec2(1.6, 3.0), seed + 5., 5) + .9 * fatness - .55;
  PAINT(m, smoothstep(.0, .10, isle), fat(q, seed + 6.))
  m.bump += .008 * smoothstep(0., .2, isle);
  return m;
}

/**
 * A roast lying along x with its left end cut open towards the light. Returns the height, and in yz
 * the point of the cut face (across, up), or up below 0 where the outside shows. Outside of it, the
 * height is below 0. The section is an oval, `wide` to each side of its middle and `high`.
 */
vec3 roast(vec2 q, float left, float right, float wide, float high, float slope) {
  float end_ = clamp((q.x - right + .7 * wide) / (.7 * wide), 0., 1.);
  float k = sqrt(max(1. - end_ * end_, 0.)), u = q.y / max(wide * k, .001);
  if (end_ >= 1. || abs(u) >= 1.) return vec3(-1.);
  float top = high * (.5 + .5 * sqrt(1. - u * u)) * (.45 + .55 * k);
  float face = (q.x - left) * slope;
  if (face < 0. || (face < .5 * high && length(vec2(u, face / high * 2. - 1.)) > 1.)) return vec3(-1.);
  return vec3(smin(top, face, .04), q.y, face < top ? face : -1.);
}
