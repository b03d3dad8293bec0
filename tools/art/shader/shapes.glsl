// Signed distances, negative inside. One unit is half the height of the image.
float smin(float a, float b, float k) {
  float h = max(k - abs(a - b), 0.) / k;
  return min(a, b) - h * h * k * .25;
}
float smax(float a, float b, float k) { return -smin(-a, -b, k); }

float box(vec2 p, vec2 half_, float round_) {
  vec2 q = abs(p) - half_ + round_;
  return length(max(q, 0.)) + min(max(q.x, q.y), 0.) - round_;
}

float oval(vec2 p, vec2 r) {
  float k = length(p / r);
  return k * (k - 1.) / max(length(p / (r * r)), 1e-4);
}

/** Distance to a line from a to b; how far along it, 0 to 1, in y. */
vec2 along(vec2 p, vec2 a, vec2 b) {
  vec2 v = b - a;
  float t = clamp(dot(p - a, v) / dot(v, v), 0., 1.);
  return vec2(length(p - a - v * t), t);
}

/** A bent line by its ends and the point that pulls it; found by steps, which is exact enough. */
vec2 bend(vec2 p, vec2 a, vec2 pull, vec2 b) {
  vec2 best = vec2(9., 0.), from = a;
  for (int i = 1; i <= 10; i++) {
    float t = float(i) / 10.;
    vec2 to = mix(mix(a, pull, t), mix(pull, b, t), t);
    vec2 d = along(p, from, to);
    if (d.x < best.x) best = vec2(d.x, (float(i) - 1. + d.y) / 10.);
    from = to;
  }
  return best;
}

/** An outline by its radius at each hour of a clock, 12 first. */
float clock(vec2 p, float r[12]) {
  float at = fract(atan(p.x, p.y) / 6.2831853) * 12.;
  int i = int(at);
  float f = at - float(i);
  float a = r[(i + 11) % 12], b = r[i % 12], c = r[(i + 1) % 12], d = r[(i + 2) % 12];
  float k = .5 * (2. * b + f * (c - a + f * (2. * a - 5. * b + 4. * c - d + f * (3. * (b - c) + d - a))));
  float slope = .5 * (c - a + f * (2. * (2. * a - 5. * b + 4. * c - d) + f * 3. * (3. * (b - c) + d - a)));
  slope *= 12. / 6.2831853 / max(k, .01);
  return (length(p) - k) / sqrt(1. + slope * slope);
}

float triangle(vec2 p, vec2 a, vec2 b, vec2 c, float round_) {
  vec2 e0 = b - a, e1 = c - b, e2 = a - c, v0 = p - a, v1 = p - b, v2 = p - c;
  vec2 q0 = v0 - e0 * clamp(dot(v0, e0) / dot(e0, e0), 0., 1.);
  vec2 q1 = v1 - e1 * clamp(dot(v1, e1) / dot(e1, e1), 0., 1.);
  vec2 q2 = v2 - e2 * clamp(dot(v2, e2) / dot(e2, e2), 0., 1.);
  float s = sign(e0.x * e2.y - e0.y * e2.x);
  vec2 d = min(min(vec2(dot(q0, q0), s * (v0.x * e0.y - v0.y * e0.x)),
                   vec2(dot(q1, q1), s * (v1.x * e1.y - v1.y * e1.x))),
               vec2(dot(q2, q2), s * (v2.x * e2.y - v2.y * e2.x)));
  return -sqrt(d.x) * sign(d.y) - round_;
}

/** How much of a pixel is inside, over a soft border of the given width. */
float within(float d, float soft) { return smoothstep(soft, -soft, d); }

/** The height of a rounded edge, 0 at the outline to 1 at r inside. */
float edge(float d, float r) {
  float x = clamp(1. + d / r, 0., 1.);
  return sqrt(1. - x * x);
}
