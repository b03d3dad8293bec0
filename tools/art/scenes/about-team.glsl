// ground: oak
// focus: -.30 .50 .050
// It leaves in a parcel: wrapped and tied, the knife laid down beside it.
void cut(vec2 p, inout Spot s) {
  parcel(rot(.12) * (p - vec2(-.02, .16)), s, 1320.);
  knife(rot(-.10) * (p - vec2(.10, -.74)), s, 1340.);
}
