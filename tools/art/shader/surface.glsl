/** The surface at a point: height above the table, and material. */
struct Spot { float h; Mat mat; };

/** Adds a thing to the surface where it is higher. d is to its outline, negative inside. */
void lay(inout Spot s, float d, float h, Mat m) {
  if (d < 0. && h + m.bump > s.h) s = Spot(h + m.bump, m);
}

// Places a whole subject in a scene: position, rotation, scale.
#define PLACE(subject, at, turn, size) { \
  Spot one = Spot(-1., s.mat); \
  subject(rot(turn) * (p - at) / size, one); \
  if (one.h > 0. && one.h * size > s.h) s = Spot(one.h * size, one.mat); \
}
