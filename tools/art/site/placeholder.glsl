// What stands where an image is missing: a parcel, not yet opened.
void cut(vec2 p, inout Spot s) { parcel(rot(-.16) * (p - vec2(.0, -.10)), s, 1300.); }
