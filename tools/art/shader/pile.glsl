/** The top piece of a heap at a point: height, position on it, which piece, and its normal. */
struct Piece { float h; vec3 at; vec3 n; float id; };

mat3 turned(vec3 r) {
  float a = r.x * 6.283, b = (r.y - .5) * r.z;
  mat3 spin = mat3(cos(a), sin(a), 0., -sin(a), cos(a), 0., 0., 0., 1.);
  mat3 lean = mat3(1., 0., 0., 0., cos(b), sin(b), 0., -sin(b), cos(b));
  mat3 roll = mat3(cos(b * .8), 0., sin(b * .8), 0., 1., 0., -sin(b * .8), 0., cos(b * .8));
  return spin * lean * roll;
}

float blockAt(vec3 p, vec3 half_, float soft, float seed) {
  p += .10 * half_.x * sin(p.yzx * 4.2 / half_.x * .5 + seed * 9.);
  vec3 d = abs(p) - half_ + soft;
  return length(max(d, 0.)) + min(max(d.x, max(d.y, d.z)), 0.) - soft;
}

/** Adds a block of meat, turned in space, if it lies on top here. */
void block(inout Piece best, vec2 p, vec3 centre, vec3 half_, mat3 turn, float id) {
  float reach = length(half_) * 1.1;
  if (length(p - centre.xy) > reach) return;
  float z = centre.z + reach;
  for (int i = 0; i < 28; i++) {
    vec3 at = (vec3(p, z) - centre) * turn;
    float d = blockAt(at, half_, half_.x * .32, id);
    if (d < .0015) {
      if (z > best.h) {
        vec3 a = abs(at / half_);
        vec3 n = a.x > max(a.y, a.z) ? vec3(1, 0, 0) : a.y > a.z ? vec3(0, 1, 0) : vec3(0, 0, 1);
        best = Piece(z, at, n, id);
      }
      return;
    }
    z -= d * .85;
    if (z < -.1) return;
  }
}

/** The meat of a block: fibres along its x, seen on end on the faces that cut them. */
Mat blockMeat(Piece b, float marble, float tone) {
  float seed = 100. + b.id * 7.;
  float each = fract(b.id * .618);
  if (b.n.x > .5) return muscle(b.at.yz + b.id, seed, 0., 1., marble, tone + .3 * (each - .5));
  vec2 q = b.n.y > .5 ? b.at.xz : b.at.xy;
  return muscle(q + b.id * 1.7, seed, .15, 3.4, marble, tone + .3 * (each - .5));
}

/** Adds a bent strip, rounded above, `r` half as wide; at is along, across. */
void strip(inout Piece best, vec2 p, vec2 a, vec2 pull, vec2 b, float r, float z, float thick, float id) {
  vec2 lo = min(min(a, b), pull) - r, hi = max(max(a, b), pull) + r;
  if (any(lessThan(p, lo)) || any(greaterThan(p, hi))) return;
  vec2 d = bend(p, a, pull, b);
  float wide = r * (1. + .22 * noise(vec2(d.y * 4., id), 31.));
  float e = max(d.x - wide, r * .45 - min(d.y, 1. - d.y) * length(b - a) + .3 * r * noise(p * 20., id));
  if (e > 0.) return;
  float h = z + thick * edge(e, thick * .55) + .03 * sin(d.y * 5. + id) ;
  if (h > best.h) {
    vec2 v = normalize(b - a);
    best = Piece(h, vec3(dot(p, v), dot(p, vec2(-v.y, v.x)), e), vec3(d.y, d.x, 0.), id);
  }
}
