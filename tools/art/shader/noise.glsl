// Integer hashes, so that every machine draws the same image.
uint mixed(vec2 cell, float seed) {
  ivec2 c = ivec2(cell);
  uint h = uint(c.x) * 0x9e3779b1u ^ uint(c.y) * 0x85ebca77u ^ uint(int(seed)) * 0xc2b2ae3du;
  h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12u)) * 0x297a2d39u;
  return h ^ (h >> 15u);
}

vec2 rnd2(uint h) { return vec2(ivec2(int(h & 0xffffu), int(h >> 16u))) / 65535.; }

vec3 rnd(vec2 cell, float seed) {
  uint h = mixed(cell, seed);
  return vec3(ivec3(int(h & 0x7ffu), int((h >> 11u) & 0x7ffu), int(h >> 22u))) / vec3(2047., 2047., 1023.);
}

mat2 rot(float a) { float c = cos(a), s = sin(a); return mat2(c, -s, s, c); }

/** Gradient noise, about -1 to 1. */
float noise(vec2 p, float seed) {
  vec2 i = floor(p), f = p - i;
  vec2 u = f * f * f * (f * (f * 6. - 15.) + 10.);
  vec2 a = rnd2(mixed(i, seed)) - .5, b = rnd2(mixed(i + vec2(1, 0), seed)) - .5;
  vec2 c = rnd2(mixed(i + vec2(0, 1), seed)) - .5, d = rnd2(mixed(i + vec2(1, 1), seed)) - .5;
  return 2.6 * mix(mix(dot(a, f), dot(b, f - vec2(1, 0)), u.x),
                   mix(dot(c, f - vec2(0, 1)), dot(d, f - vec2(1, 1)), u.x), u.y);
}

float fbm(vec2 p, float seed, int octaves) {
  float sum = 0., a = .5;
  for (int i = 0; i < octaves; i++) {
    sum += a * noise(p, seed + float(i) * 17.);
    p = rot(.7) * p * 2.03;
    a *= .5;
  }
  return sum;
}

/** p moved about by smooth noise of the given frequency and distance. */
vec2 stir(vec2 p, float freq, float far, float seed) {
  return p + far * vec2(noise(p * freq, seed), noise(p * freq, seed + 5.));
}

/** Cells about random points: distance to the point, to the border with the next cell, and id. */
vec3 cells(vec2 p, float seed) {
  vec2 i = floor(p), f = p - i;
  float near = 9., next = 9., id = 0.;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 o = vec2(x, y);
    vec3 r = rnd(i + o, seed);
    float d = length(o + r.xy - f);
    if (d < near) { next = near; near = d; id = r.z; } else if (d < next) next = d;
  }
  return vec3(near, next - near, id);
}
