/** What lies at a point: height above the table and material. */
struct Spot { float h; Mat mat; };

/** Lays a thing on what is there, if it reaches higher. d is to its outline, negative inside. */
void lay(inout Spot s, float d, float h, Mat m) {
  if (d < 0. && h + m.bump > s.h) s = Spot(h + m.bump, m);
}

// Sets a whole subject down in a scene: where, turned how far, how large.
#define PLACE(subject, at, turn, size) { \
  Spot one = Spot(-1., s.mat); \
  subject(rot(turn) * (p - at) / size, one); \
  if (one.h > 0. && one.h * size > s.h) s = Spot(one.h * size, one.mat); \
}
